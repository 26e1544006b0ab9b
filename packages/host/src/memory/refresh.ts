import type { MemoryIndex, NoteScope, NoteStore } from "@squire/memory";
import type { Host } from "../open.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { openSessions } from "../open-sessions.ts";

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
  const { sessionChunks } = await import("@squire/memory");
  const { store } = await openSessions(host.home);
  const { sessions } = await store.list();
  let changed = dropGone(index, "session", new Set(sessions.map(({ id }) => `session:${id}`)));
  for (const { id, cwd, title, preview, updatedAt } of sessions) {
    signal?.throwIfAborted();
    const path = `session:${id}`;
    const hash = `${updatedAt}`;
    if (id === except || index.hashOf(path) === hash || index.isForgotten(path, hash)) continue;
    const read = await store.read(id).catch(() => null);
    if (read === null) continue;
    const project = projectRootOf({ cwd, env: host.env });
    const source = {
      path,
      kind: "session",
      title: title ?? preview ?? id,
      hash,
      project,
      at: updatedAt,
    } as const;
    if (index.writer.put(source, sessionChunks(read.tree.view()))) changed++;
  }
  return changed;
}

async function refreshNotes(host: Host, index: MemoryIndex): Promise<number> {
  const { noteStore, renderNote } = await import("@squire/memory");
  const root = projectRootOf(host);
  const notes = noteStore(host.home, root);
  let changed = 0;
  for (const scope of ["global", "project"] as const) {
    const project = scope === "project" ? root : null;
    const paths = new Set<string>();
    for (const note of notes.list(scope)) {
      const path = notePath(notes, scope, note.name);
      paths.add(path);
      const text = `${note.description}\n\n${note.body}`;
      const source = {
        path,
        kind: "note",
        title: note.name,
        hash: renderNote(note),
        project,
        at: null,
      } as const;
      if (index.writer.put(source, [{ text, at: note.created }])) changed++;
    }
    const folder = `${notes.folder(scope)}/`;
    changed += dropGone(index, "note", paths, (path) => path.startsWith(folder));
  }
  return changed;
}

function notePath(notes: NoteStore, scope: NoteScope, name: string): string {
  return `${notes.folder(scope)}/${name}.md`;
}

function dropGone(
  index: MemoryIndex,
  kind: "session" | "note",
  there: ReadonlySet<string>,
  isOurs: (path: string) => boolean = () => true,
): number {
  const gone = index.pathsOf(kind).filter((path) => isOurs(path) && !there.has(path));
  return gone.filter((path) => index.writer.remove(path)).length;
}
