import { NO_USAGE } from "@squire/protocol/values";
import type {
  AssistantContent,
  AssistantMessage,
  ModelEvent,
  ModelFailure,
  Origin,
} from "@squire/protocol";

/** Ends a reply that stopped after `delivered`: open blocks are closed, then comes the error. */
export function endUnfinished(
  delivered: readonly ModelEvent[],
  failure: ModelFailure,
  origin: Origin,
): readonly ModelEvent[] {
  const blocks = new Map<number, AssistantContent>();
  const open = new Set<number>();
  for (const event of delivered) {
    if (event.type === "block.end") open.delete(event.block);
    if (!isDelta(event)) continue;
    blocks.set(event.block, extended(blocks.get(event.block), event));
    open.add(event.block);
  }
  const content = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block);
  const partial: AssistantMessage | null =
    content.length === 0 ? null : { role: "assistant", content, origin };
  return [
    ...[...open].map((block): ModelEvent => ({ type: "block.end", block })),
    { type: "error", failure, partial, usage: NO_USAGE },
  ];
}

type Delta = Extract<ModelEvent, { type: "text.delta" | "thinking.delta" | "call.delta" }>;

function isDelta(event: ModelEvent): event is Delta {
  return (
    event.type === "text.delta" || event.type === "thinking.delta" || event.type === "call.delta"
  );
}

function extended(block: AssistantContent | undefined, delta: Delta): AssistantContent {
  if (delta.type === "call.delta") {
    const { id, name, argsText } = delta;
    const before = block?.type === "call" ? block.argsText : "";
    return { type: "call", id, name, argsText: before + argsText };
  }
  const type = delta.type === "text.delta" ? "text" : "thinking";
  return { type, text: (block?.type === type ? block.text : "") + delta.text };
}
