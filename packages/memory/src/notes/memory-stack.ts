import { cut } from "./cut.ts";
import { indexText } from "./note-store.ts";
import type { NoteStore } from "./note-store.ts";
import { standingOf } from "./check-evidence.ts";
import type { Note, NoteScope } from "./note.ts";

/** A part of the prefix. */
export type StackPart = { readonly title: string; readonly text: string };

const INSTRUCTIONS_CHARS = 8_000;
const INDEX_CHARS = 4_000;

export type StackInput = {
  /** The project's instructions and the name of their file; null: there are none. */
  readonly project: { readonly file: string; readonly text: string } | null;
  /** The user's own for all projects. */
  readonly global: { readonly file: string; readonly text: string } | null;
  readonly notes: NoteStore;
  readonly root: string | null;
};

/** What is pinned into the prefix, in its order (MEM-7). Same files, same bytes. */
export function memoryStack({ project, global, notes, root }: StackInput): readonly StackPart[] {
  const parts: StackPart[] = [];
  if (project !== null) parts.push(instructions("Project instructions", project));
  if (global !== null) parts.push(instructions("User instructions", global));
  for (const scope of ["global", "project"] as const) {
    const text = cut(indexText(holding(notes, scope, root)), INDEX_CHARS);
    if (text !== "") parts.push({ title: `Notes (${scope})`, text: `${INTRODUCTION}\n${text}` });
  }
  return parts.filter(({ text }) => text.trim() !== "");
}

const INTRODUCTION =
  "What was remembered earlier; recall_memory shows a note. The user and the files win over a note.";

/** Without what has lost its evidence: that is out of the prompt until somebody looks at it again. */
function holding(notes: NoteStore, scope: NoteScope, root: string | null): readonly Note[] {
  return notes.list(scope).filter((note) => standingOf(note, root) === "holds");
}

function instructions(
  title: string,
  { file, text }: { readonly file: string; readonly text: string },
): StackPart {
  return { title: `${title} (${file})`, text: cut(text.trim(), INSTRUCTIONS_CHARS) };
}
