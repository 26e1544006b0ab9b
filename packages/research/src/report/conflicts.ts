import { terms } from "@squire/ranking";
import { namesIn } from "../evidence/names.ts";
import { numbersIn } from "../evidence/numbers.ts";
import type { EvidenceNote } from "../evidence/note.ts";

/** Two notes that speak of the same thing and give other figures. */
export type NoteConflict = { readonly one: EvidenceNote; readonly other: EvidenceNote };

const ALIKE = 0.6;
const FEWEST_TERMS = 3;

/** Notes of different sources whose claims share most words and no number (RES-9). */
export function conflictsIn(notes: readonly EvidenceNote[]): readonly NoteConflict[] {
  const read = notes.map((note) => ({
    note,
    words: wordsOf(note),
    numbers: numbersOf(note),
    names: new Set(namesIn(note.claim).map(({ text }) => text.toLowerCase())),
  }));
  return read.flatMap((one, at) =>
    read.slice(at + 1).flatMap((other): NoteConflict[] => {
      if (one.note.source.id === other.note.source.id) return [];
      if (one.numbers.length === 0 || other.numbers.length === 0) return [];
      if (one.numbers.some((value) => other.numbers.includes(value))) return [];
      if (!areWithin(one.names, other.names) && !areWithin(other.names, one.names)) return [];
      return alike(one.words, other.words) ? [{ one: one.note, other: other.note }] : [];
    }),
  );
}

/** What one of them names, the other names too: they may speak of the same thing. */
function areWithin(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...names].every((name) => others.has(name));
}

function wordsOf({ claim }: EvidenceNote): ReadonlySet<string> {
  return new Set(terms(claim).filter((word) => !/^\d/.test(word)));
}

function numbersOf({ claim }: EvidenceNote): readonly number[] {
  return numbersIn(claim).flatMap(({ values }) => values);
}

function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  const fewer = Math.min(one.size, other.size);
  return fewer >= FEWEST_TERMS && shared >= fewer * ALIKE;
}
