import type { NoteStore } from "../notes/note-store.ts";
import { isVersionOf } from "../notes/note-store.ts";
import type { Evidence, Note } from "../notes/note.ts";

/** The longest name of a version: `.old` and a digit have room behind it. */
const STEM_CHARS = 35;

/**
 * The older notes that a new one takes the place of, as they are kept from then on: what stood under its name, and what
 * stands on the same evidence. The newest wins; nothing is lost in silence.
 */
export function supersededBy(note: Note, notes: NoteStore): readonly Note[] {
  const there = notes.list(note.scope);
  const older = there.flatMap((other): readonly Note[] => {
    if (other.name === note.name) {
      if (other.description === note.description && other.body === note.body) return [];
      return [{ ...other, name: versionName(note.name, there), supersededBy: note.name }];
    }
    const isOpen = other.supersededBy === undefined;
    return isOpen && sharesEvidence(other, note) ? [{ ...other, supersededBy: note.name }] : [];
  });
  return older.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** One version is kept; the name of another note is left alone. */
function versionName(name: string, there: readonly Note[]): string {
  const stem = name.slice(0, STEM_CHARS).replace(/\.+$/, "");
  for (let count = 1; ; count++) {
    const version = `${stem}.old${count === 1 ? "" : count}`;
    const taken = there.find((note) => note.name === version);
    if (taken === undefined || isVersionOf(taken, name)) return version;
  }
}

function sharesEvidence(left: Note, right: Note): boolean {
  return left.evidence.some((one) => right.evidence.some((other) => isSame(one, other)));
}

function isSame(one: Evidence, other: Evidence): boolean {
  if (one.path !== other.path) return false;
  return one.quote.includes(other.quote) || other.quote.includes(one.quote);
}
