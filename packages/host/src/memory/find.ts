import { noteStore, sourceNamed } from "@squire/memory";
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
  const notes = noteStore(host.home, projectOf(host));
  for (const scope of ["project", "global"] as const) {
    const note = notes.list(scope).find((one) => one.name === name || `${one.name}.md` === name);
    if (note === undefined) continue;
    return { type: "note", path: `${notes.folder(scope)}/${note.name}.md`, note };
  }
  return null;
}
