import { shownLine } from "../hashline/anchors.ts";
import type { Chunk } from "./outline.ts";

const MOST_LINES = 200;
const MOST_PATHS = 60;

/** What a chunk is addressed by: its path and the sum of its text. */
export function addressOf({ path, sum }: Chunk): string {
  return `${path}#${sum}`;
}

/** The line above a chunk in what the model is shown. */
export function headOf(chunk: Chunk): string {
  return `@ ${addressOf(chunk)}`;
}

/** A chunk as it is now, for an edit that went by an older one. */
export function chunkText(chunk: Chunk, lines: readonly string[]): string {
  const own = lines.slice(chunk.from, chunk.to);
  const shown = own
    .slice(0, MOST_LINES)
    .map((line, at) => `${chunk.from + at + 1}\t${shownLine(line)}`);
  const more = own.length - shown.length;
  return [headOf(chunk), ...shown, ...(more > 0 ? [`… ${more} more lines`] : [])].join("\n");
}

/** The tree of a file without its text. */
export function outlineText(chunks: readonly Chunk[]): string {
  const shown = chunks.slice(0, MOST_PATHS).map(addressOf);
  const more = chunks.length - shown.length;
  return [...shown, ...(more > 0 ? [`… ${more} more`] : [])].join("\n");
}
