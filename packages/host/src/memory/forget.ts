import {
  forgetNamed,
  forgetProject,
  noteStore,
  requireWritable,
  sourceAt,
  sourceNamed,
} from "@squire/memory";
import type { MemoryIndex } from "@squire/memory";
import { basename } from "node:path";
import type { Host } from "../open.ts";
import { findMemory } from "./find.ts";
import { projectOf } from "./project-of.ts";
import { refreshMemory } from "./refresh.ts";

/**
 * Forgets one thing so that it stays forgotten: a note with its file, a session for as long as nothing new is said in
 * it. False: there is no such thing. Rejects with a `NotWritableError` where nothing can be written.
 */
export async function forgetMemory(host: Host, index: MemoryIndex, name: string): Promise<boolean> {
  // Only of a session that was read to its end it is known what is not wanted.
  await refreshMemory(host, index);
  const found = findMemory(host, index, name);
  if (found === null) return false;
  const { path } = found;
  if (found.type === "note") {
    // Found by its file, it may be in the index as well.
    if (sourceAt(index, path) !== null) index.writer.remove(path);
    noteStore(host.home, projectOf(host)).remove(found.note.scope, found.note.name);
    return true;
  }
  requireWritable(index);
  const source = sourceAt(index, path);
  if (source?.kind === "session") return index.writer.forget(path);
  if (source?.kind === "note") {
    const scope = source.project === null ? "global" : "project";
    noteStore(host.home, source.project).remove(scope, basename(path, ".md"));
  }
  // Of what has pieces with names of their own, the name may be that of one.
  return forgetNamed(index, sourceNamed(index, name) === null ? path : name);
}

export type Cleared = { readonly notes: number; readonly sources: number };

/** Forgets the notes of a project and its sessions as they are; nothing of another one. */
export async function clearProject(host: Host, index: MemoryIndex, root: string): Promise<Cleared> {
  requireWritable(index);
  const notes = noteStore(host.home, root);
  const names = notes.list("project").map(({ name }) => name);
  for (const name of names) notes.remove("project", name);
  await refreshMemory(host, index);
  return { notes: names.length, sources: forgetProject(index, root) };
}
