/** A line and what ends it; the last one may end with nothing. */
export type Line = { readonly text: string; readonly end: string };

/** A text as lines; joined again they are the same text. Lone returns end lines too. */
export function splitLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (const [whole] of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g)) {
    const bare = whole.replace(/(?:\r\n|\n|\r)$/, "");
    lines.push({ text: bare, end: whole.slice(bare.length) });
  }
  return lines;
}

/** A text as the lines that `read` numbers: a return alone ends none. */
export function shownLines(text: string): readonly Line[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(([whole]) => {
    const end = /\r?\n$/.exec(whole)?.[0] ?? "";
    return { text: whole.slice(0, whole.length - end.length), end };
  });
}

/** New lines as a model sends them; an end behind the last makes no further line. */
export function sentLines(text: string): readonly string[] {
  if (text === "") return [];
  return text.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n");
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map(({ text, end }) => text + end).join("");
}

/** What most lines end with; a newline where there is only one line. */
export function commonEnd(lines: readonly Line[]): string {
  const counts = new Map<string, number>();
  for (const { end } of lines) if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
  let [best, most] = ["\n", 0];
  for (const [end, count] of counts) if (count > most) [best, most] = [end, count];
  return best;
}

/** Lines with their numbers, for the model. */
export function numbered(lines: readonly Line[], from: number, count: number): string {
  return lines
    .slice(from, from + count)
    .map(({ text }, at) => `${from + at + 1}\t${text}`)
    .join("\n");
}
