import type {
  CitationsDelta,
  InputJSONDelta,
  RedactedThinkingBlock,
  SignatureDelta,
  TextBlock,
  TextDelta,
  ThinkingBlock,
  ThinkingDelta,
  ToolUseBlock,
} from "@anthropic-ai/sdk/resources/messages";
import type { JsonObject, JsonValue } from "@squire/protocol";
import { asJson, asJsonObject, fields, list, text } from "./read.ts";
import type { Reply } from "./reply.ts";

/** What Anthropic wants back with a block; made here, read by the encoder. */
export type AnthropicOpaque =
  | { readonly type: "thinking"; readonly signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | { readonly type: "text"; readonly citations: readonly JsonValue[] };

type Kind = "text" | "thinking" | "call" | "vendor";

type Slot = {
  readonly key: string;
  readonly kind: Kind;
  /** The block as `content_block_start` gave it; deltas of unknown types are added. */
  begun: JsonObject;
  inputText: string;
  signed: boolean;
  citations: readonly JsonValue[];
};

/** The content blocks of one reply. Blocks may start twice, late or never. */
export type Blocks = {
  readonly reply: Reply;
  /** By the index the server gave them. */
  readonly open: Map<unknown, Slot>;
  made: number;
};

export function newBlocks(reply: Reply): Blocks {
  return { reply, open: new Map(), made: 0 };
}

export function startBlock(blocks: Blocks, index: unknown, raw: unknown): void {
  const begun = asJsonObject(raw) ?? {};
  const kind = kindOf(begun);
  if (kind === undefined || isRepeat(blocks.open.get(index), kind, begun)) return;
  begin(blocks.reply, makeSlot(blocks, index, kind, begun));
}

export function readDelta(blocks: Blocks, index: unknown, raw: unknown): void {
  const { reply, open } = blocks;
  switch (text(fields<TextDelta>(raw).type)) {
    case "text_delta":
      return reply.text(slotFor(blocks, index, "text").key, text(fields<TextDelta>(raw).text));
    case "thinking_delta": {
      const { key } = slotFor(blocks, index, "thinking");
      return reply.thinking(key, text(fields<ThinkingDelta>(raw).thinking));
    }
    case "signature_delta":
      return sign(reply, slotFor(blocks, index, "thinking"), fields<SignatureDelta>(raw).signature);
    case "input_json_delta": {
      const piece = text(fields<InputJSONDelta>(raw).partial_json);
      const slot = open.get(index);
      if (slot?.kind === "vendor") slot.inputText += piece;
      else reply.args(slotFor(blocks, index, "call").key, piece);
      return;
    }
    case "citations_delta": {
      const slot = open.get(index);
      if (slot?.kind === "text") cite(slot, [fields<CitationsDelta>(raw).citation]);
      return;
    }
    default: {
      const slot = open.get(index);
      if (slot?.kind === "vendor") slot.begun = grown(slot.begun, asJsonObject(raw) ?? {});
    }
  }
}

export function stopBlock({ reply, open }: Blocks, index: unknown): void {
  const slot = open.get(index);
  if (slot === undefined) return;
  open.delete(index);
  settle(reply, slot);
  reply.end(slot.key);
}

export function stopBlocks(blocks: Blocks): void {
  for (const index of blocks.open.keys()) stopBlock(blocks, index);
}

function makeSlot(blocks: Blocks, index: unknown, kind: Kind, begun: JsonObject): Slot {
  stopBlock(blocks, index);
  const key = `block-${blocks.made++}`;
  const slot: Slot = { key, kind, begun, inputText: "", signed: false, citations: [] };
  blocks.open.set(index, slot);
  return slot;
}

/** The open block a delta belongs to; one that never started, or is of another kind, is made. */
function slotFor(blocks: Blocks, index: unknown, kind: Kind): Slot {
  const slot = blocks.open.get(index);
  if (slot?.kind === kind) return slot;
  const fresh = makeSlot(blocks, index, kind, {});
  if (kind === "call") blocks.reply.call(fresh.key, "", "");
  return fresh;
}

function kindOf(block: JsonObject): Kind | undefined {
  switch (text(block["type"])) {
    case "":
      return undefined;
    case "text":
      return "text";
    case "thinking":
    case "redacted_thinking":
      return "thinking";
    case "tool_use":
      return "call";
    default:
      return "vendor";
  }
}

function isRepeat(slot: Slot | undefined, kind: Kind, begun: JsonObject): boolean {
  return (
    slot?.kind === kind && slot.begun["type"] === begun["type"] && slot.begun["id"] === begun["id"]
  );
}

function begin(reply: Reply, slot: Slot): void {
  const { key, kind, begun } = slot;
  switch (kind) {
    case "text":
      reply.text(key, text(fields<TextBlock>(begun).text));
      return cite(slot, list(fields<TextBlock>(begun).citations));
    case "thinking": {
      if (begun["type"] === "thinking") {
        reply.thinking(key, text(fields<ThinkingBlock>(begun).thinking));
        return sign(reply, slot, fields<ThinkingBlock>(begun).signature);
      }
      slot.signed = true;
      const data = text(fields<RedactedThinkingBlock>(begun).data);
      return keep(reply, slot, { type: "redacted_thinking", data });
    }
    case "call": {
      const { id, name } = fields<ToolUseBlock>(begun);
      return reply.call(key, text(id), text(name));
    }
    case "vendor":
      return reply.vendor(key, text(begun["type"]), begun);
  }
}

function sign(reply: Reply, slot: Slot, signature: unknown): void {
  if (text(signature) === "") return;
  slot.signed = true;
  keep(reply, slot, { type: "thinking", signature: text(signature) });
}

/** Only search citations are accepted back in the form in which they came. */
function cite(slot: Slot, citations: readonly unknown[]): void {
  const kept = citations.filter(
    (one) => fields<CitationsDelta["citation"]>(one).type === "web_search_result_location",
  );
  slot.citations = [...slot.citations, ...kept.map(asJson)];
}

function keep(reply: Reply, slot: Slot, opaque: AnthropicOpaque): void {
  reply.opaque(slot.key, opaque.type === "text" ? "text" : "thinking", opaque);
}

/** What can only be said when a block is complete. */
function settle(reply: Reply, slot: Slot): void {
  const { key, begun, inputText, citations } = slot;
  if (slot.kind === "call" && reply.argsOf(key) === "") {
    reply.args(key, wholeInput(fields<ToolUseBlock>(begun).input));
  } else if (slot.kind === "vendor") {
    const input = inputText === "" ? {} : { input: parsed(inputText) };
    reply.vendor(key, text(begun["type"]), { ...begun, ...input });
  } else if (slot.kind === "text" && citations.length > 0 && reply.has(key)) {
    keep(reply, slot, { type: "text", citations });
  } else if (slot.kind === "thinking" && !slot.signed && reply.has(key)) {
    // Complete yet unsigned: compatible servers do this and still want their thinking back.
    keep(reply, slot, { type: "thinking", signature: "" });
  }
}

/** Text goes on, anything else is replaced; the delta's own type is not the block's. */
function grown(block: JsonObject, { type: _delta, ...news }: JsonObject): JsonObject {
  const pieces = Object.entries(news).map(([name, value]) => {
    const before = block[name];
    const isText = typeof before === "string" && typeof value === "string";
    return [name, isText ? before + value : value];
  });
  return { ...block, ...Object.fromEntries(pieces) };
}

function wholeInput(input: unknown): string {
  return typeof input === "string" && input !== "" ? input : JSON.stringify(input ?? {});
}

function parsed(json: string): JsonValue {
  try {
    return asJson(JSON.parse(json));
  } catch {
    return json;
  }
}
