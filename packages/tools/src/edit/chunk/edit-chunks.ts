import { ToolError } from "@squire/agent";
import { editLines } from "../hashline/edit-lines.ts";
import type { LineEdit } from "../hashline/edit-lines.ts";
import type { LineOp } from "../hashline/plan-ops.ts";
import { joinLines, shownLines } from "../lines.ts";
import { spliceLines } from "../splice-lines.ts";
import { openAsIs } from "../text-file.ts";
import type { EditServices, TextFile } from "../text-file.ts";
import { addressOf, outlineText } from "./chunk-text.ts";
import { chunkLanguage } from "./chunked.ts";
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
  const file = await openAsIs(services, path, signal);
  const language = chunkLanguage(file.place.name, file.text.length);
  if (language === null) return byLines(services, path, ops, signal);
  const lines = shownLines(file.text);
  const texts = lines.map((line) => line.text);
  const before = await outlineOf(language, texts);
  refuseStale(services, file, before);
  const planned = planChunkOps({ chunks: before.chunks, lines: texts }, ops);
  const { name } = file.place;
  if (!planned.ok) throw new ToolError(`${name} was not edited. ${planned.message}`);
  const after = spliceLines(lines, planned.splices).lines;
  const text = joinLines(after);
  if (text === file.text) throw new ToolError(`${name} was not edited: the ops change nothing.`);
  const shown = after.map((line) => line.text);
  return { edit: { file, text }, note: await noteOf(language, before, shown) };
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

const LINE_OPS: Readonly<Record<Exclude<ChunkOp["op"], "splice">, LineOp["op"]>> = {
  replace: "replace",
  append: "insert_after",
  prepend: "insert_before",
  delete: "delete",
};

async function byLines(
  services: EditServices,
  path: string,
  ops: readonly ChunkOrLineOp[],
  signal: AbortSignal,
): Promise<LineEdit> {
  const hint = `There is no grammar for ${path}: it is edited by line anchors.`;
  const given = ops.map(({ op, at, to, text }): LineOp => {
    if (op === "splice") throw new ToolError(`${hint} Use replace instead of splice.`);
    return { op: LINE_OPS[op], at, to, text };
  });
  const { edit, note } = await editLines(services, path, given, signal);
  return { edit, note: [hint, ...(note === null ? [] : [note])].join("\n") };
}
