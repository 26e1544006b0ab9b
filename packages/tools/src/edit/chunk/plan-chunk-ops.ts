import { lineChange } from "../../workspace/line-change.ts";
import { sentLines } from "../lines.ts";
import { replaceText } from "../replace-text.ts";
import { findClash } from "../splice-lines.ts";
import type { Splice } from "../splice-lines.ts";
import { addressOf, chunkText, outlineText } from "./chunk-text.ts";
import { WHOLE_FILE } from "./outline.ts";
import type { Chunk } from "./outline.ts";

/** A change of one chunk. */
export type ChunkOp = {
  readonly op: "replace" | "append" | "prepend" | "delete" | "splice";
  /** Its path and sum: `Class/method#a3x9`. */
  readonly at: string;
  readonly text?: string | undefined;
  /** For splice: the part of the chunk that the text takes the place of. */
  readonly search?: string | undefined;
};

export type PlannedChunks =
  | { readonly ok: true; readonly splices: readonly Splice[] }
  | { readonly ok: false; readonly message: string };

type Source = { readonly chunks: readonly Chunk[]; readonly lines: readonly string[] };

/** What ops do to the lines of a file; one that does not fit refuses all (EDIT-5). */
export function planChunkOps(source: Source, ops: readonly ChunkOp[]): PlannedChunks {
  const splices: Splice[] = [];
  for (const [n, op] of ops.entries()) {
    const splice = spliceOf(source, op);
    if (typeof splice === "string") return refused(n, ops, splice);
    splices.push(splice);
  }
  const clash = findClash(splices);
  if (clash === null) return { ok: true, splices };
  return refused(clash.second, ops, `It changes lines that ops[${clash.first}] changes, too.`);
}

function spliceOf(source: Source, op: ChunkOp): Splice | string {
  const chunk = findChunk(source, op.at);
  if (typeof chunk === "string") return chunk;
  if (op.op === "delete") return deleted(chunk, source.lines);
  if (op.text === undefined) return `${op.op} needs text.`;
  const texts = sentLines(op.text);
  switch (op.op) {
    case "replace":
      return { from: chunk.from, to: chunk.to, texts };
    case "append":
    case "prepend":
      return inserted(chunk, op.op, texts);
    case "splice":
      return spliced(chunk, source.lines, { search: op.search ?? "", replace: op.text });
  }
}

/** The chunk of an address, or why there is none. */
function findChunk({ chunks, lines }: Source, at: string): Chunk | string {
  const cut = at.lastIndexOf("#");
  const [path, sum] = cut > 0 ? [at.slice(0, cut), at.slice(cut + 1)] : [at, ""];
  const chunk = chunks.find((other) => other.path === path);
  if (chunk === undefined) {
    const whole = chunks.find((other) => other.path === at);
    if (whole !== undefined) return stale(at, whole, lines);
    return `There is no chunk ${path}. The chunks are:\n${outlineText(chunks)}`;
  }
  return chunk.sum === sum ? chunk : stale(at, chunk, lines);
}

function stale(at: string, chunk: Chunk, lines: readonly string[]): string {
  const why = at === chunk.path ? `${at} lacks its sum.` : `${at} is stale.`;
  // The whole file may be large, and its parts have sums of their own.
  if (chunk.path === WHOLE_FILE) return `${why} The file is ${addressOf(chunk)} now; re-read it.`;
  return `${why} It is now:\n${chunkText(chunk, lines)}\nSend the whole edit again with ${addressOf(chunk)}.`;
}

/** With the empty line that parted it from the next. */
function deleted({ path, from, to }: Chunk, lines: readonly string[]): Splice | string {
  if (path === WHOLE_FILE) return "The file itself is removed with delete.";
  const isParted = from === 0 || lines[from - 1]?.trim() === "";
  const isNextBlank = to < lines.length && lines[to]?.trim() === "";
  return { from, to: isParted && isNextBlank ? to + 1 : to, texts: [] };
}

function inserted(
  { path, inside }: Chunk,
  op: "append" | "prepend",
  texts: readonly string[],
): Splice | string {
  if (inside === null) return `${path} has no body of lines of its own: replace it.`;
  const at = op === "append" ? inside.to : inside.from;
  return { from: at, to: at, texts };
}

function spliced(
  { path, from, to }: Chunk,
  lines: readonly string[],
  change: { readonly search: string; readonly replace: string },
): Splice | string {
  const before = lines.slice(from, to);
  const result = replaceText(before.join("\n"), change);
  if (!result.ok) return `In ${path}: ${result.message}`;
  const { from: offset, removed, added } = lineChange(before, result.text.split("\n"));
  return { from: from + offset, to: from + offset + removed.length, texts: added };
}

function refused(at: number, ops: readonly ChunkOp[], why: string): PlannedChunks {
  return { ok: false, message: `ops[${at}] of ${ops.length} does not apply. ${why}` };
}
