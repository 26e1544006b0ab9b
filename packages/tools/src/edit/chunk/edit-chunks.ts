import { ToolError } from "@squire/agent";
import { editLines, planLines } from "../hashline/edit-lines.ts";
import type { LineEdit, PlannedLines } from "../hashline/edit-lines.ts";
import type { LineOp } from "../hashline/plan-ops.ts";
import { joinLines, shownLines } from "../lines.ts";
import { spliceLines } from "../splice-lines.ts";
import { openAsIs } from "../text-file.ts";
import type { EditServices, TextFile } from "../text-file.ts";
import { addressOf, outlineText } from "./chunk-text.ts";
import { chunksOf } from "./chunked.ts";
import { LINE_OPS } from "./line-ops.ts";
import { outlineOf } from "./outline.ts";
import type { Outline } from "./outline.ts";
import type { Language } from "./parse-source.ts";
import { planChunkOps } from "./plan-chunk-ops.ts";
import type { ChunkOp } from "./plan-chunk-ops.ts";

export type ChunkOrLineOp = ChunkOp & Pick<LineOp, "to">;

const MOST_NEW = 20;

/** What ops make of a file; nothing is written. Without a grammar they go by lines. */
export async function editChunks(
  services: EditServices,
  path: string,
  ops: readonly ChunkOrLineOp[],
  signal: AbortSignal,
): Promise<LineEdit> {
  const planned = await planChunks(services, path, ops, signal);
  if (planned === null) {
    const { edit, note } = await editLines(services, path, lineOps(path, ops), signal);
    return { edit, note: [noGrammar(path), ...(note === null ? [] : [note])].join("\n") };
  }
  const { file, lines, splices, language, outline } = planned;
  const after = spliceLines(lines, splices).lines;
  const text = joinLines(after);
  if (text === file.text) {
    throw new ToolError(`${file.place.name} was not edited: the ops change nothing.`);
  }
  const shown = after.map((line) => line.text);
  return { edit: { file, text }, note: await noteOf(language, outline, shown) };
}

type PlannedChunks = PlannedLines & { readonly language: Language; readonly outline: Outline };

/** Where ops apply; fails with `ToolError` where one does not. Null where there is no grammar. */
async function planChunks(
  services: EditServices,
  path: string,
  ops: readonly ChunkOrLineOp[],
  signal: AbortSignal,
): Promise<PlannedChunks | null> {
  const file = await openAsIs(services, path, signal);
  const lines = shownLines(file.text);
  const texts = lines.map((line) => line.text);
  const chunked = await chunksOf(file.place.name, texts);
  if (chunked === null) return null;
  const { language, outline } = chunked;
  refuseStale(services, file, outline);
  const planned = planChunkOps({ chunks: outline.chunks, lines: texts }, ops);
  if (planned.ok) return { file, lines, splices: planned.splices, language, outline };
  throw new ToolError(`${file.place.name} was not edited. ${planned.message}`);
}

/** Fails with `ToolError` where an op does not apply. */
export async function checkChunks(
  services: EditServices,
  path: string,
  ops: readonly ChunkOrLineOp[],
  signal: AbortSignal,
): Promise<void> {
  const planned = await planChunks(services, path, ops, signal);
  if (planned === null) await planLines(services, path, lineOps(path, ops), signal);
}

/** A foreign change may be anywhere (FS-10): all sums are told anew. */
function refuseStale({ seen }: EditServices, { place, hash }: TextFile, { chunks }: Outline): void {
  const known = seen.hashOf(place.path);
  if (known === null || known === hash) return;
  if (hash !== null) seen.note(place.path, hash);
  throw new ToolError(
    `${place.name} has changed since you read it: stale, re-read. Its chunks are now:\n${outlineText(chunks)}\nChunks with a sum that you know are as you know them; read the others again.`,
  );
}

async function noteOf(
  language: Language,
  before: Outline,
  lines: readonly string[],
): Promise<string> {
  const after = await outlineOf(language, lines);
  const known = new Set(before.chunks.map(addressOf));
  const fresh = after.chunks.map(addressOf).filter((address) => !known.has(address));
  const more = fresh.length > MOST_NEW ? " …" : "";
  const broken =
    before.broken === null && after.broken !== null
      ? `\nLine ${after.broken + 1} does not parse any more.`
      : "";
  return `Now: ${fresh.slice(0, MOST_NEW).join(" ")}${more}${broken}`;
}

function lineOps(path: string, ops: readonly ChunkOrLineOp[]): readonly LineOp[] {
  return ops.map(({ op, at, to, text }): LineOp => {
    if (op !== "splice") return { op: LINE_OPS[op], at, to, text };
    throw new ToolError(`${noGrammar(path)} Use replace instead of splice.`);
  });
}

function noGrammar(path: string): string {
  return `There is no grammar for ${path}: it is edited by line anchors.`;
}
