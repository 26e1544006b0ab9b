/** A long text that was pasted and stands in the prompt as a mark (CMD-8). */
export type Paste = { readonly id: number; readonly text: string; readonly mark: string };

/** An image that stands in the prompt as a mark and goes along with the words (CMD-8). */
export type ImageMark = {
  readonly mark: string;
  /** What it is known by to whoever reads it. */
  readonly key: string;
  /** What was pasted: it stands there again when it is no image. */
  readonly text: string;
};

/** What undo goes back to. */
export type Snapshot = { readonly text: string; readonly cursor: number };

/** The prompt editor. Every operation gives a new one; none of them can fail. */
export type Composer = {
  readonly text: string;
  /** An offset into the text, never inside a character or a mark. */
  readonly cursor: number;
  /** The column that moving up and down wants to keep. */
  readonly goal: number | null;
  readonly pastes: readonly Paste[];
  readonly images: readonly ImageMark[];
  /** What was cut last, for yank. */
  readonly killed: string;
  readonly undo: readonly Snapshot[];
  readonly redo: readonly Snapshot[];
  /** What the last operation was: typing on is one step for undo, cutting on one for yank. */
  readonly last: "type" | "kill" | "other";
};

export const EMPTY_COMPOSER: Composer = {
  text: "",
  cursor: 0,
  goal: null,
  pastes: [],
  images: [],
  killed: "",
  undo: [],
  redo: [],
  last: "other",
};

const UNDO_STEPS = 200;

/** Another text and cursor, with the present one kept for undo. */
export function changed(
  composer: Composer,
  text: string,
  cursor: number,
  last: Composer["last"] = "other",
): Composer {
  if (text === composer.text) return moved(composer, cursor);
  const joins = last === "type" && composer.last === "type";
  const undo = joins
    ? composer.undo
    : [...composer.undo.slice(-UNDO_STEPS + 1), { text: composer.text, cursor: composer.cursor }];
  return { ...composer, text, cursor, goal: null, undo, redo: [], last };
}

export function moved(composer: Composer, cursor: number, goal: number | null = null): Composer {
  return { ...composer, cursor, goal, last: "other" };
}

/** A fresh prompt; what was cut stays for yank. */
export function emptied(composer: Composer): Composer {
  return { ...EMPTY_COMPOSER, killed: composer.killed };
}

/** A prompt with this text, as from the history. It can be undone. */
export function replaced(composer: Composer, text: string): Composer {
  return changed(composer, text, text.length);
}
