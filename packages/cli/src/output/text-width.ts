// Chinese, Japanese and Korean signs and pictures take two columns; marks that combine take none.
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const NO_WIDTH = /\p{Mn}|\p{Me}|\p{Cf}/u;

/** How many columns of a terminal a line takes (I18N-4). */
export function textWidth(text: string): number {
  if (/^[\u0020-\u007E]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += NO_WIDTH.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return width;
}

/** One line of at most `max` columns, with single blanks, cut where it is longer. */
export function fitted(text: string, max: number, cut = "…"): string {
  return cutAt(text.replaceAll(/\s+/g, " ").trim(), max, cut);
}

export function cutAt(line: string, max: number, cut = "…"): string {
  if (textWidth(line) <= max) return line;
  let kept = "";
  let width = textWidth(cut);
  for (const char of line) {
    width += textWidth(char);
    if (width > max) break;
    kept += char;
  }
  return `${kept}${cut}`;
}
