import { assertNever, NO_USAGE } from "@squire/protocol";
import type { AssistantContent, AssistantMessage, ModelEvent, Origin } from "@squire/protocol";
import { pieces } from "./turn.ts";
import type { PlayedBlock, PlayedTurn } from "./turn.ts";

/** A played turn as the events of a model stream. After `hang` the events just stop. */
export function* turnEvents(turn: PlayedTurn, origin: Origin): Generator<ModelEvent> {
  const { ending } = turn;
  const started = turn.blocks.length > 0 || ending.type !== "fail";
  if (started) yield { type: "start", model: origin.model };
  for (const [block, content] of turn.blocks.entries()) {
    yield* deltas(content, block, turn.deltaSize);
    yield { type: "block.end", block };
  }
  const message: AssistantMessage = {
    role: "assistant",
    content: turn.blocks.map(contentOf),
    origin,
  };
  const usage = turn.usage ?? NO_USAGE;
  switch (ending.type) {
    case "finish":
      yield { type: "finish", reason: ending.reason, message, usage };
      return;
    case "fail": {
      const partial = turn.blocks.length === 0 ? null : message;
      // Usage comes at the end of a reply, so a reply that fails has none.
      yield { type: "error", failure: ending.failure, partial, usage: NO_USAGE };
      return;
    }
    case "hang":
      return;
    default:
      assertNever(ending);
  }
}

/** The end of a stream that was aborted after `delivered`: open blocks end, then the error. */
export function* abortEvents(
  delivered: readonly ModelEvent[],
  origin: Origin,
): Generator<ModelEvent> {
  const content: AssistantContent[] = [];
  const open = new Set<number>();
  for (const event of delivered) {
    if (event.type === "block.end") open.delete(event.block);
    if (!isDelta(event)) continue;
    open.add(event.block);
    content[event.block] = extended(content[event.block], event);
  }
  for (const block of open) yield { type: "block.end", block };
  yield {
    type: "error",
    failure: { kind: "aborted", message: "The request was aborted.", retryable: false },
    partial: content.length === 0 ? null : { role: "assistant", content, origin },
    usage: NO_USAGE,
  };
}

type Delta = Extract<ModelEvent, { type: "text.delta" | "thinking.delta" | "call.delta" }>;

function isDelta(event: ModelEvent): event is Delta {
  return (
    event.type === "text.delta" || event.type === "thinking.delta" || event.type === "call.delta"
  );
}

function extended(content: AssistantContent | undefined, delta: Delta): AssistantContent {
  if (delta.type === "call.delta") {
    const before = content?.type === "call" ? content.argsText : "";
    return {
      type: "call",
      id: delta.id,
      name: delta.name,
      argsText: before + delta.argsText,
    };
  }
  const type = delta.type === "text.delta" ? "text" : "thinking";
  return { type, text: (content?.type === type ? content.text : "") + delta.text };
}

function* deltas(content: PlayedBlock, block: number, size: number): Generator<ModelEvent> {
  switch (content.type) {
    case "text":
      for (const text of pieces(content.text, size)) yield { type: "text.delta", block, text };
      return;
    case "thinking":
      for (const text of pieces(content.text, size)) yield { type: "thinking.delta", block, text };
      return;
    case "call": {
      const { id, name } = content;
      yield { type: "call.delta", block, id, name, argsText: "" };
      for (const argsText of pieces(content.argsText, size)) {
        yield { type: "call.delta", block, id, name, argsText };
      }
      return;
    }
    default:
      assertNever(content);
  }
}

function contentOf(block: PlayedBlock): AssistantContent {
  switch (block.type) {
    case "text":
      return block;
    case "thinking":
      return { type: "thinking", text: block.text, ...opaqueOf(block.signature) };
    case "call": {
      const { id, name, argsText, signature } = block;
      return { type: "call", id, name, argsText, ...opaqueOf(signature) };
    }
    default:
      return assertNever(block);
  }
}

function opaqueOf(signature: string | undefined): { opaque?: string } {
  return signature === undefined ? {} : { opaque: signature };
}
