import { joinLines, sentLines, splitLines } from "../lines.ts";
import { spliceLines } from "../splice-lines.ts";

/**
 * Replaces whole lines by whole lines, as blocks hold them. Null unless they stand there exactly
 * once; a part of a line is not looked for.
 */
export function replaceBlock(
  text: string,
  { search, replace }: { readonly search: string; readonly replace: string },
): string | null {
  const lines = splitLines(text);
  const wanted = sentLines(search);
  let found: number | null = null;
  for (let at = 0; at + wanted.length <= lines.length; at++) {
    if (!wanted.every((line, offset) => lines[at + offset]?.text === line)) continue;
    if (found !== null) return null;
    found = at;
  }
  if (found === null) return null;
  const splice = { from: found, to: found + wanted.length, texts: sentLines(replace) };
  return joinLines(spliceLines(lines, [splice]).lines);
}
