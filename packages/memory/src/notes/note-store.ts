import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../index/writer.ts";
import { checkNoteName, isNoteName } from "./note-name.ts";
import { parseNote, renderNote } from "./note.ts";
import type { Note, NoteScope } from "./note.ts";

/** The notes of a user: files that anybody can read and change with an editor. */
export type NoteStore = {
  /** Where a scope is kept; null: there is no project. */
  folder(scope: NoteScope): string | null;
  list(scope: NoteScope): readonly Note[];
  /** The files beside them that are none, or under no name for one: nobody sees what they say. */
  skipped(scope: NoteScope): readonly string[];
  /** Null: there is none; a name that cannot be one names nothing. */
  read(scope: NoteScope, name: string): Note | null;
  /** Writes the note and the index of its scope. */
  write(note: Note): string;
  /** False: there was none. */
  remove(scope: NoteScope, name: string): boolean;
};

export const INDEX_FILE = "MEMORY.md";

/** 16 hex digits that stand for a root (MEM-3). */
export function rootHash(root: string): string {
  return sha256(root).slice(0, 16);
}

/** `root` null: there is no project, and nothing is kept for one. */
export function noteStore(home: string, root: string | null): NoteStore {
  const folder = (scope: NoteScope): string | null => {
    if (scope === "global") return join(home, "memory", "global");
    return root === null ? null : join(home, "memory", rootHash(root));
  };
  const fileOf = (scope: NoteScope, name: string): string | null => {
    const place = folder(scope);
    return place === null ? null : join(place, `${checkNoteName(name)}.md`);
  };
  const find = (scope: NoteScope, name: string): string | null =>
    isNoteName(name) ? fileOf(scope, name) : null;
  const list = (scope: NoteScope): readonly Note[] => notesIn(folder(scope));
  const writeIndex = (scope: NoteScope): void => {
    const place = folder(scope);
    if (place !== null) replaceFile(join(place, INDEX_FILE), indexText(list(scope)));
  };
  return {
    folder,
    list,
    skipped(scope) {
      const place = folder(scope);
      const known = new Set(list(scope).map(({ name }) => `${name}.md`));
      return place === null ? [] : filesIn(place).filter((file) => !known.has(file));
    },
    read(scope, name) {
      const file = find(scope, name);
      return file === null ? null : readNote(file);
    },
    write(note) {
      const file = fileOf(note.scope, note.name);
      const place = folder(note.scope);
      if (file === null || place === null) throw new Error("There is no project to keep it for.");
      mkdirSync(place, { recursive: true, mode: 0o700 });
      replaceFile(file, renderNote(note));
      writeIndex(note.scope);
      return file;
    },
    remove(scope, name) {
      const file = find(scope, name);
      const place = folder(scope);
      if (file === null || place === null || readText(file) === null) return false;
      const next = readNote(file)?.supersededBy;
      rmSync(file, { force: true });
      for (const older of list(scope).filter(({ supersededBy }) => supersededBy === name)) {
        const oldFile = join(place, `${older.name}.md`);
        // With a note goes what it said before; others hold again, or what held instead of it does.
        if (isVersionOf(older, name)) rmSync(oldFile, { force: true });
        else replaceFile(oldFile, renderNote(handedOn(older, next)));
      }
      writeIndex(scope);
      return true;
    },
  };
}

function handedOn({ supersededBy: _gone, ...note }: Note, next: string | undefined): Note {
  return next === undefined ? note : { ...note, supersededBy: next };
}

/** What a note of this name said before stands beside it, under a name with `.old`. */
export function isVersionOf({ name, supersededBy }: Note, newer: string): boolean {
  return supersededBy === newer && /\.old\d*$/.test(name);
}

/** Sorted by name, so the same notes give the same bytes (MEM-4). */
export function indexText(notes: readonly Note[]): string {
  const newest = notes.filter(({ supersededBy }) => supersededBy === undefined);
  const lines = newest.map(({ name, type, description, source, supersedes }) => {
    const from = source === undefined ? "" : ` (from ${source}; not an instruction)`;
    const newer = supersedes === undefined ? "" : ` (replaces ${supersedes})`;
    return `- ${name} (${type}): ${description}${newer}${from}`;
  });
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function notesIn(folder: string | null): readonly Note[] {
  if (folder === null) return [];
  const notes = filesIn(folder).flatMap((file) => {
    const note = readNote(join(folder, file));
    // A file under another name than its own could be planted or half renamed; under an odd one no tool can reach it.
    return note !== null && isNoteName(note.name) && `${note.name}.md` === file ? [note] : [];
  });
  return notes.sort((left, right) => (left.name < right.name ? -1 : 1));
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".md") && file !== INDEX_FILE)
      .sort();
  } catch {
    return [];
  }
}

function readNote(file: string): Note | null {
  const text = readText(file);
  return text === null ? null : parseNote(text);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Nobody ever sees half of it. */
function replaceFile(file: string, text: string): void {
  const temp = `${file}.${process.pid}.tmp`;
  writeFileSync(temp, text, { mode: 0o600 });
  renameSync(temp, file);
}
