/** 3–40 characters; dots only inside, so that no name leads to another folder or hides (MEM-4). */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{1,38}[A-Za-z0-9_-]$/;
/** The index itself, and names that some system keeps for itself. */
const TAKEN = /^(?:memory|memory_summary|con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export class NoteNameError extends Error {
  override readonly name = "NoteNameError";
}

export function isNoteName(name: string): boolean {
  return NAME.test(name) && !name.includes("..") && !TAKEN.test(name);
}

/** Throws for a name that is no plain file name. */
export function checkNoteName(name: string): string {
  if (isNoteName(name)) return name;
  throw new NoteNameError(
    `"${name.slice(0, 60)}" is no name for a note. Use 3 to 40 letters, digits, "_" and "-", with dots inside.`,
  );
}

/** A name made of the first words of a text, that is not taken yet. */
export function noteNameFor(text: string, isTaken: (name: string) => boolean): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase();
  const stem = plain
    .replace(/^-+|-+$/g, "")
    .slice(0, 32)
    .replace(/-+$/, "");
  const base = stem.length >= 3 && !TAKEN.test(stem) ? stem : `note-${stem}`.replace(/-+$/, "");
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!isTaken(name)) return name;
  }
}
