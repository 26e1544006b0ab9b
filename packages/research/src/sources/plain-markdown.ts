/** A text as people read it, and where each of its characters stood. */
export type PlainText = {
  readonly text: string;
  /** For each character where it begins in the Markdown; one more for the end. */
  readonly starts: readonly number[];
};

/**
 * Links and pictures, marks of references such as `[1]` and `[edit]`, addresses in angle brackets, emphasis, code
 * marks, and marks of headings.
 */
const MARKUP =
  /!?\[((?:\[[^\]\n]{0,200}\]|[^[\]\n]){0,1000})\]\(\s*<?[^)\s>]{0,2000}>?(?:\s+"[^"\n]{0,300}")?\s*\)|\[(?:\d{1,3}|edit|citation needed|note \d+)\]|<(https?:[^>\s]{1,2000})>|\*\*|__|~~|`+|(?<![\p{L}\p{N}*_])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}*_])|^#{1,6}[ \t]+/gimu;

const REFERENCE = /^\[?(?:\d{1,3}|edit|citation needed|note \d+|\^)\]?$/i;

/** Markdown without its marks: what somebody quotes who has read it. */
export function plainMarkdown(markdown: string): PlainText {
  const parts: string[] = [];
  const starts: number[] = [];
  const keep = (from: number, to: number): void => {
    parts.push(markdown.slice(from, to));
    for (let at = from; at < to; at++) starts.push(at);
  };
  let at = 0;
  for (const match of markdown.matchAll(MARKUP)) {
    const { index } = match;
    keep(at, index);
    at = index + match[0].length;
    const [whole, words, address] = match;
    if (words !== undefined && !REFERENCE.test(words)) {
      const from = index + whole.indexOf(words, whole.startsWith("!") ? 2 : 1);
      keepPlain(words, from, { parts, starts });
    }
    if (address !== undefined) keep(index + 1, index + 1 + address.length);
  }
  keep(at, markdown.length);
  starts.push(markdown.length);
  return { text: parts.join(""), starts };
}

/** The words of a link may have marks of their own, but no link in them. */
function keepPlain(
  words: string,
  from: number,
  { parts, starts }: { readonly parts: string[]; readonly starts: number[] },
): void {
  for (const match of words.matchAll(/[^*_`[\]]+/g)) {
    parts.push(match[0]);
    for (let unit = 0; unit < match[0].length; unit++) starts.push(from + match.index + unit);
  }
}
