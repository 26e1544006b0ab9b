import { noteStore, standingOf } from "@squire/memory";
import type { SourceInfo } from "@squire/memory";
import type { Host } from "../open.ts";
import { projectOf } from "./project-of.ts";

export type AsideNote = SourceInfo & { readonly standing: "stale" | "superseded" | "skipped" };

/**
 * The notes for this folder that are neither pinned nor found: they have lost their evidence, a newer one holds, or the
 * file is no note under a name for one.
 */
export function asideNotes(host: Host): readonly AsideNote[] {
  const root = projectOf(host);
  const notes = noteStore(host.home, root);
  return (["global", "project"] as const).flatMap((scope): readonly AsideNote[] => {
    const place = { kind: "note", project: scope === "project" ? root : null } as const;
    const base = { ...place, at: null, indexedAt: 0, chunks: 0 };
    const folder = notes.folder(scope);
    const aside = notes.list(scope).flatMap((note): readonly AsideNote[] => {
      const standing = standingOf(note, root);
      if (standing === "holds") return [];
      const at = Date.parse(note.created);
      const [path, title] = [`${folder}/${note.name}.md`, note.name];
      return [{ ...base, path, title, at: Number.isNaN(at) ? null : at, standing }];
    });
    const skipped = notes.skipped(scope).map((file): AsideNote => {
      return { ...base, path: `${folder}/${file}`, title: file, standing: "skipped" };
    });
    return [...aside, ...skipped];
  });
}
