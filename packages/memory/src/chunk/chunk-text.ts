import type { Chunk } from "../index/source.ts";

/** About 500 tokens with 50 of overlap (MEM-13), at four characters each. */
const CHUNK_CHARS = 2_000;
const OVERLAP_CHARS = 200;

const HEADING = /^(#{1,6})\s+(.*?)\s*#*\s*$/;
const FENCE = /^\s*(```+|~~~+)/;

/** Lines that belong together: a paragraph, a list, a block of code. */
type Block = {
  readonly lines: readonly string[];
  readonly start: number;
  readonly context: string;
};

/**
 * A text in pieces of about 500 tokens that end where something ends: at a heading, between paragraphs, after a block of
 * code. A piece knows the headings above it and the line it begins at. What cannot be divided so is cut, and the cut
 * pieces overlap.
 */
export function chunkText(text: string): readonly Chunk[] {
  const pieces: Chunk[] = [];
  let waiting: Block[] = [];
  const flush = (): void => {
    const [first] = waiting;
    if (first === undefined) return;
    const joined = waiting.map(({ lines }) => lines.join("\n")).join("\n\n");
    pieces.push(...cut(joined, first));
    waiting = [];
  };
  let size = 0;
  for (const block of blocks(text)) {
    const length = block.lines.reduce((sum, line) => sum + line.length + 1, 0);
    const isOther = waiting[0] !== undefined && waiting[0].context !== block.context;
    if (isOther || size + length > CHUNK_CHARS) {
      flush();
      size = 0;
    }
    waiting.push(block);
    size += length;
  }
  flush();
  return pieces;
}

function* blocks(text: string): Generator<Block> {
  const headings: string[] = [];
  let lines: string[] = [];
  let start = 1;
  let fence: string | null = null;
  const take = (): Block => {
    const block = { lines, start, context: headings.filter((heading) => heading).join(" › ") };
    lines = [];
    return block;
  };
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const mark: string | undefined = FENCE.exec(line)?.[1];
    const heading = fence === null ? HEADING.exec(line) : null;
    if (heading !== null || (fence === null && line.trim() === "")) {
      if (lines.length > 0) yield take();
      if (heading !== null) setHeading(headings, heading[1]?.length ?? 1, heading[2] ?? "");
      continue;
    }
    if (lines.length === 0) start = at + 1;
    lines.push(line);
    if (mark === undefined) continue;
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence)) fence = null;
  }
  if (lines.length > 0) yield take();
}

function setHeading(headings: string[], level: number, title: string): void {
  headings.length = Math.min(headings.length, level - 1);
  while (headings.length < level - 1) headings.push("");
  headings.push(title);
}

/** A long run in pieces that overlap, cut at the end of a line or a word where there is one. */
function cut(text: string, { start, context }: Block): readonly Chunk[] {
  const pieces: Chunk[] = [];
  let from = 0;
  let line = start;
  while (from < text.length) {
    const end =
      from + CHUNK_CHARS >= text.length ? text.length : breakBefore(text, from + CHUNK_CHARS);
    const piece = text.slice(from, end);
    if (piece.trim() !== "") pieces.push({ text: piece.trim(), context, start: line });
    if (end === text.length) break;
    const next = Math.max(from + 1, breakBefore(text, end - OVERLAP_CHARS));
    line += text.slice(from, next).split("\n").length - 1;
    from = next;
  }
  return pieces;
}

/** The last place before `at` where a line or a word ends, unless that is far away. */
function breakBefore(text: string, at: number): number {
  const window = text.slice(Math.max(0, at - OVERLAP_CHARS), at);
  const place = Math.max(window.lastIndexOf("\n"), window.lastIndexOf(" "));
  return place < 0 ? at : at - window.length + place + 1;
}
