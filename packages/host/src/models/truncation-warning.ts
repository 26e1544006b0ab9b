import type { ModelInfo } from "@squire/llm";
import { beginsWith, detectTruncation, filteredModel } from "@squire/llm";
import type { FinishEvent, Message, Model, ModelEvent, ModelRequest } from "@squire/protocol";

/** Says so when a server quietly read less than it was sent, as Ollama does beyond its window. */
export function withTruncationWarning(model: Model, info: Pick<ModelInfo, "contextWindow">): Model {
  const estimate = tokenEstimate();
  return filteredModel(model, (emit, request) => ({
    accept(event) {
      const warning = event.type === "finish" ? truncation(estimate(request), event, info) : null;
      if (warning !== null) emit(warning);
      emit(event);
    },
  }));
}

function truncation(
  estimatedInput: number,
  { usage }: FinishEvent,
  { contextWindow }: Pick<ModelInfo, "contextWindow">,
): ModelEvent | null {
  const message = detectTruncation({
    estimatedInput,
    reportedInput: usage.input,
    window: contextWindow,
  });
  return message === null ? null : { type: "warning", code: "context.truncated", message };
}

const CHARS_PER_TOKEN = 4;

type Counted = { readonly messages: readonly Message[]; readonly chars: number };

const NOTHING: Counted = { messages: [], chars: 0 };

/** Rough, from the text alone: images are left out, so it is never far too high. */
function tokenEstimate(): (request: ModelRequest) => number {
  // A request mostly goes on where the one before ended: only what is new is counted.
  let before = NOTHING;
  const toolChars = new WeakMap<object, number>();
  return ({ system = "", messages, tools }) => {
    const from = beginsWith(messages, before.messages) ? before : NOTHING;
    let { chars } = from;
    for (const message of messages.slice(from.messages.length)) chars += textLength(message);
    before = { messages, chars };
    const ofTools = toolChars.get(tools) ?? JSON.stringify(tools).length;
    toolChars.set(tools, ofTools);
    return (system.length + ofTools + chars) / CHARS_PER_TOKEN;
  };
}

function textLength({ content }: Message): number {
  let chars = 0;
  for (const block of content) {
    if (block.type === "text") chars += block.text.length;
    if (block.type === "call") chars += block.argsText.length;
  }
  return chars;
}
