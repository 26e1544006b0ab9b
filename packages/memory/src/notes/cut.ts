const CUT_MARK = "[…cut: the rest is in the file]";

/** A text within a limit of characters: cut at a line, with a mark that says so. */
export function cut(text: string, most: number, mark: string = CUT_MARK): string {
  if (text.length <= most) return text;
  const room = Math.max(0, most - mark.length - 1);
  return marked(wholeCharacters(text.slice(0, room)), mark);
}

/** A text within a limit of tokens, in the same way. */
export function cutToTokens(text: string, most: number, count: Count): string {
  if (count(text) <= most) return text;
  return marked(withinTokens(text, most - count(`\n${CUT_MARK}`), count), CUT_MARK);
}

type Count = (text: string) => number;

/** The longest beginning of a text that is so many tokens at most. */
export function withinTokens(text: string, most: number, count: Count): string {
  if (count(text) <= most) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (count(text.slice(0, middle)) <= most) fits = middle;
    else tooLong = middle;
  }
  return wholeCharacters(text.slice(0, fits));
}

function marked(head: string, mark: string): string {
  const line = head.lastIndexOf("\n");
  return `${line > head.length / 2 ? head.slice(0, line) : head}\n${mark}`;
}

/** A character is not cut in two. */
function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}
