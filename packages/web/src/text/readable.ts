const LONGEST_TEXT = 400_000;
/** Emphasis and brackets are looked for within a paragraph, in time that grows with its square. */
const LONGEST_PARAGRAPH = 12_000;
/** Quotes and lists in each other beyond this are nobody's meaning, and each level costs a call. */
const DEEPEST = 24;

const FENCE = /^ {0,3}(?:```|~~~)/;
const STARTS_ANEW = /^[ \t]*(?:[|>#]|[-*+][ \t]|\d{1,9}[.)][ \t])/;
const TOO_DEEP = new RegExp(`^(?:[ \\t]*(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])){${DEEPEST}}`, "m");

/** Whether a text can be read as Markdown in a time that grows with its length alone. */
export function isReadable(text: string): boolean {
  if (text.length > LONGEST_TEXT || TOO_DEEP.test(text)) return false;
  let [length, isFenced] = [0, false];
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) isFenced = !isFenced;
    const begins = isFenced || line.trim() === "" || STARTS_ANEW.test(line);
    length = begins ? line.length : length + line.length;
    if (length > LONGEST_PARAGRAPH && !isFenced) return false;
  }
  return true;
}
