import { noteStore, standingOf } from "@squire/memory";
import type { SourceInfo } from "@squire/memory";
import type { Host } from "../open.ts";
import { projectOf } from "./project-of.ts";

export type AsideNote = SourceInfo & { readonly standing: "stale" | "superseded" };

/** The notes for this folder that are neither pinned nor found: they have lost their evidence, or a newer one holds. */
export function asideNotes(host: Host): readonly AsideNote[] {
  const root = projectOf(host);
  const notes = noteStore(host.home, root);
  return (["global", "project"] as const).flatMap((scope) =>
    notes.list(scope).flatMap((note): readonly AsideNote[] => {
      const standing = standingOf(note, root);
      if (standing === "holds") return [];
      const at = Date.parse(note.created);
      return [
        {
          path: `${notes.folder(scope)}/${note.name}.md`,
          kind: "note",
          title: note.name,
          project: scope === "project" ? root : null,
          at: Number.isNaN(at) ? null : at,
          indexedAt: 0,
          chunks: 0,
          standing,
        },
      ];
    }),
  );
}
