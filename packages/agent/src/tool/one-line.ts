const MAX_LENGTH = 200;

/** A text as one short line, for screens and records. */
export function oneLine(text: string, max: number = MAX_LENGTH): string {
  // Looking at more than could be shown would only cost time.
  const line = text
    .slice(0, max * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
}
