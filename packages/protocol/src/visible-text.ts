/**
 * A text as somebody may be asked about it: controls, marks that reorder or join, and all that has
 * no shape of its own stand as `⟨U+200B⟩`. Two different texts never look the same: the bracket is
 * written out as well. Newlines, tabs and plain spaces stay.
 */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

// `\p{C}` has controls, formats, lone surrogates, private and unassigned characters; `\p{Z}` all
// spaces. What is ignorable by default and the empty Braille pattern are blank without being spaces.
const UNSEEN = /(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800⟨]/gu;
