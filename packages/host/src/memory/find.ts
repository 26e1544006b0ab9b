import { noteStore, sourceNamed, sourcesBeginning } from "@squire/memory";
import type { MemoryIndex, Note } from "@squire/memory";
import { resolve } from "node:path";
import type { Host } from "../open.ts";
import { projectOf } from "./project-of.ts";

/** Something remembered: a source of the index, or a note that is not in it. */
export type Remembered =
  | { readonly type: "source"; readonly path: string }
  | { readonly type: "note"; readonly path: string; readonly note: Note };

/** By its name in the index, else as a file seen from here, else as a note of this project or of all. */
export function findMemory(host: Host, index: MemoryIndex, name: string): Remembered | null {
  const path = sourceNamed(index, name) ?? sourceNamed(index, resolve(host.cwd, name));
  if (path !== null) return { type: "source", path };
  const isCalled = ({ path: file, note }: NotePlace): boolean =>
    [note.name, `${note.name}.md`, file].includes(name);
  const found = notesHere(host).find(isCalled);
  return found === undefined ? null : { type: "note", ...found };
}

/** A beginning that ends so names a folder or a kind, and not one thing in it. */
const NO_BEGINNING = /(?:^|[/\\:])$/;

/**
 * What may be meant by a name: what is called so, else all that begins so, as `squire memory list` names it. None: there
 * is no such thing.
 */
export function namesMeant(host: Host, index: MemoryIndex, name: string): readonly string[] {
  if (findMemory(host, index, name) !== null) return [name];
  if (NO_BEGINNING.test(name)) return [];
  const notes = notesHere(host).filter(({ note, path }) =>
    [note.name, path].some((one) => one.startsWith(name)),
  );
  return [...new Set([...sourcesBeginning(index, name), ...notes.map(({ path }) => path)])];
}

type NotePlace = { readonly path: string; readonly note: Note };

/** The notes of this project, then those of all. */
function notesHere(host: Host): readonly NotePlace[] {
  const notes = noteStore(host.home, projectOf(host));
  return (["project", "global"] as const).flatMap((scope) =>
    notes.list(scope).map((note) => ({ path: `${notes.folder(scope)}/${note.name}.md`, note })),
  );
}
