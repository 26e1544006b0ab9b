import type { MemoryIndex, Note, NoteScope } from "@squire/memory";
import type { Host } from "../open.ts";
import { openSessions } from "../open-sessions.ts";
import { projectOf } from "./project-of.ts";
import { isSessionForgotten, sessionHash } from "./session-hash.ts";

export type RefreshOptions = {
  readonly signal?: AbortSignal;
  /** The session at work: it need not find itself. */
  readonly except?: string;
};

/**
 * Takes in sessions and notes that are new or changed, and drops what is gone (MEM-13). Only words: vectors are made
 * afterwards. Resolves with how many sources changed.
 */
export async function refreshMemory(
  host: Host,
  index: MemoryIndex,
  options: RefreshOptions = {},
): Promise<number> {
  return (await refreshSessions(host, index, options)) + (await refreshNotes(host, index));
}

async function refreshSessions(
  host: Host,
  index: MemoryIndex,
  { signal, except }: RefreshOptions,
): Promise<number> {
  const { outsideSources, sessionChunks } = await import("@squire/memory");
  const { store } = await openSessions(host.home);
  const { sessions } = await store.list();
  let changed = dropGone(index, "session", new Set(sessions.map(({ id }) => `session:${id}`)));
  for (const { id, cwd, title, preview, updatedAt, imported } of sessions) {
    signal?.throwIfAborted();
    const path = `session:${id}`;
    const hash = sessionHash(updatedAt);
    if (id === except || index.hashOf(path) === hash) continue;
    if (isSessionForgotten(index, { id, updatedAt })) continue;
    const read = await store.read(id).catch(() => null);
    if (read === null) continue;
    const project = projectOf({ cwd, env: host.env });
    // Also what was compacted away was seen.
    const isOutside = imported || outsideSources(read.tree.branch()).size > 0;
    const source = {
      path,
      kind: "session",
      title: title ?? preview ?? id,
      hash,
      project,
      at: updatedAt,
      ...(isOutside ? { untrusted: true } : {}),
    } as const;
    if (index.writer.put(source, sessionChunks(read.tree.view()))) changed++;
  }
  return changed;
}

async function refreshNotes(host: Host, index: MemoryIndex): Promise<number> {
  const { noteStore } = await import("@squire/memory");
  const root = projectOf(host);
  const notes = noteStore(host.home, root);
  let changed = 0;
  for (const scope of ["global", "project"] as const) {
    const folder = notes.folder(scope);
    if (folder === null) continue;
    const sources = await noteSources(notes.list(scope), { root, scope, folder });
    changed += index.writer.putAll(sources);
    const paths = new Set(sources.map(([{ path }]) => path));
    changed += dropGone(index, "note", paths, (path) => path.startsWith(`${folder}/`));
  }
  return changed;
}

type NotePlace = {
  readonly root: string | null;
  readonly scope: NoteScope;
  readonly folder: string;
};

/** Without those that have lost their evidence: they are not found until somebody looks at them again. */
async function noteSources(
  notes: readonly Note[],
  { root, scope, folder }: NotePlace,
): Promise<readonly NoteSource[]> {
  const { renderNote, standingOf } = await import("@squire/memory");
  const holding = notes.filter((note) => standingOf(note, root) === "holds");
  return holding.map((note): NoteSource => {
    const source = {
      path: `${folder}/${note.name}.md`,
      kind: "note",
      title: note.name,
      hash: renderNote(note),
      project: scope === "project" ? root : null,
      at: null,
      ...(note.source === undefined ? {} : { untrusted: true }),
    } as const;
    return [source, [{ text: `${note.description}\n\n${note.body}`, at: note.created }]];
  });
}

type NoteSource = Parameters<MemoryIndex["writer"]["putAll"]>[0][number];

function dropGone(
  index: MemoryIndex,
  kind: "session" | "note",
  there: ReadonlySet<string>,
  isOurs: (path: string) => boolean = () => true,
): number {
  if (index.isReadOnly) return 0;
  const gone = index.pathsOf(kind).filter((path) => isOurs(path) && !there.has(path));
  return gone.filter((path) => index.writer.remove(path)).length;
}
