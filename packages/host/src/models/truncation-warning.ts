import type { ModelInfo } from "@squire/llm";
import { detectTruncation, filteredModel } from "@squire/llm";
import type { FinishEvent, Message, Model, ModelEvent, ModelRequest } from "@squire/protocol";

/** Says so when a server quietly read less than it was sent, as Ollama does beyond its window. */
export function withTruncationWarning(model: Model, info: Pick<ModelInfo, "contextWindow">): Model {
  return filteredModel(model, (emit, request) => ({
    accept(event) {
      const warning = event.type === "finish" ? truncation(request, event, info) : null;
      if (warning !== null) emit(warning);
      emit(event);
    },
  }));
}

function truncation(
  request: ModelRequest,
  { usage }: FinishEvent,
  { contextWindow }: Pick<ModelInfo, "contextWindow">,
): ModelEvent | null {
  const message = detectTruncation({
    estimatedInput: estimateTokens(request),
    reportedInput: usage.input,
    window: contextWindow,
  });
  return message === null ? null : { type: "warning", code: "context.truncated", message };
}

const CHARS_PER_TOKEN = 4;

/** Rough, from the text alone: images are left out, so it is never far too high. */
function estimateTokens({ system = "", messages, tools }: ModelRequest): number {
  let chars = system.length + charsOf(tools, () => JSON.stringify(tools).length);
  for (const message of messages) chars += charsOf(message, () => textLength(message));
  return chars / CHARS_PER_TOKEN;
}

function textLength({ content }: Message): number {
  let chars = 0;
  for (const block of content) {
    if (block.type === "text") chars += block.text.length;
    if (block.type === "call") chars += block.argsText.length;
  }
  return chars;
}

/** Messages and tools never change: what was counted once stays so. */
const counted = new WeakMap<object, number>();

function charsOf(part: object, count: () => number): number {
  const known = counted.get(part);
  if (known !== undefined) return known;
  const chars = count();
  counted.set(part, chars);
  return chars;
}
