import type { FunctionCall, Part } from "@google/genai";
import { addPartialArg } from "./google-partial-args.ts";
import { asJson, fields, isRecord, list, text } from "./read.ts";
import type { Fields } from "./read.ts";
import type { Reply } from "./reply.ts";

/**
 * What Google wants back with a block; made here, read by the encoder. A block of text may hold
 * several parts: a signature belongs to the characters it came with, which may be none.
 */
export type SignedSpan = { readonly from: number; readonly to: number; readonly signature: string };
export type GoogleProse = { readonly spans: readonly SignedSpan[] };
export type GoogleCall = { readonly id?: string; readonly signature?: string };

type Prose = {
  readonly type: "text" | "thinking";
  readonly key: string;
  spans: readonly SignedSpan[];
};
type OpenCall = {
  readonly type: "call";
  readonly key: string;
  readonly args: Record<string, unknown>;
};

/** The parts of one reply, in order: only the last block is open. */
export type Parts = { readonly reply: Reply; made: number; open: Prose | OpenCall | undefined };

const MARKS: ReadonlySet<string> = new Set(["thought", "thoughtSignature", "partMetadata"]);

export function newParts(reply: Reply): Parts {
  return { reply, made: 0, open: undefined };
}

export function readPart(parts: Parts, raw: unknown, responseId: string): void {
  if (!isRecord(raw)) return;
  const part = fields<Part>(raw);
  const label = Object.keys(raw).find((name) => !MARKS.has(name));
  if (isRecord(part.functionCall)) return readCall(parts, part, responseId);
  if (label === undefined || typeof part.text === "string") return readProse(parts, part);
  closePart(parts);
  const key = nextKey(parts);
  parts.reply.vendor(key, label, asJson(raw));
  parts.reply.end(key);
}

export function closePart(parts: Parts): void {
  const { reply, open } = parts;
  parts.open = undefined;
  if (open === undefined) return;
  if (open.type === "call") reply.args(open.key, JSON.stringify(open.args));
  reply.end(open.key);
}

/** Text goes on in the block before it until the kind changes. */
function readProse(parts: Parts, part: Fields<Part>): void {
  const { reply } = parts;
  const type = part.thought === true ? "thinking" : "text";
  const delta = text(part.text);
  const signature = text(part.thoughtSignature);
  if (delta === "" && signature === "") return;
  const prose = proseFor(parts, type);
  const from = reply.textOf(prose.key).length;
  reply[type](prose.key, delta);
  if (signature === "") return;
  prose.spans = [...prose.spans, { from, to: from + delta.length, signature }];
  const opaque: GoogleProse = { spans: prose.spans };
  reply.opaque(prose.key, type, opaque);
}

function proseFor(parts: Parts, type: Prose["type"]): Prose {
  if (parts.open?.type === type) return parts.open;
  closePart(parts);
  const prose: Prose = { type, key: nextKey(parts), spans: [] };
  parts.open = prose;
  return prose;
}

/** Calls come whole; only where a request asks for it, Vertex sends their arguments in pieces. */
function readCall(parts: Parts, part: Fields<Part>, responseId: string): void {
  const call = fields<FunctionCall>(part.functionCall);
  const goesOn = parts.open?.type === "call" && text(call.name) === "";
  const open = goesOn ? parts.open : openCall(parts, part, responseId);
  if (open?.type !== "call") return;
  for (const partial of list(call.partialArgs)) addPartialArg(open.args, partial);
  if (call.willContinue !== true) closePart(parts);
}

function openCall(parts: Parts, part: Fields<Part>, responseId: string): OpenCall {
  closePart(parts);
  const key = nextKey(parts);
  const { id, name, args } = fields<FunctionCall>(part.functionCall);
  const given = text(id);
  const signature = text(part.thoughtSignature);
  // Few Gemini models name their calls; the response id keeps ours apart between replies.
  const fallback = responseId === "" ? "" : `call_${responseId}_${parts.made}`;
  parts.reply.call(key, given || fallback, text(name));
  const opaque: GoogleCall = {
    ...(given === "" ? {} : { id: given }),
    ...(signature === "" ? {} : { signature }),
  };
  if (given !== "" || signature !== "") parts.reply.opaqueCall(key, opaque);
  const open: OpenCall = { type: "call", key, args: isRecord(args) ? { ...args } : {} };
  parts.open = open;
  return open;
}

function nextKey(parts: Parts): string {
  return `part-${parts.made++}`;
}
