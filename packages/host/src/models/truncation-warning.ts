import type { ModelInfo } from "@squire/llm";
import { detectTruncation } from "@squire/llm";
import type { Model, ModelEvent, ModelRequest } from "@squire/protocol";

/** Says so when a server quietly read less than it was sent, as Ollama does beyond its window. */
export function withTruncationWarning(model: Model, info: Pick<ModelInfo, "contextWindow">): Model {
  return {
    id: model.id,
    stream: (request, options) => {
      const stream = model.stream(request, options);
      return {
        result: () => stream.result(),
        [Symbol.asyncIterator]: () => warned(stream, request, info),
      };
    },
  };
}

async function* warned(
  stream: AsyncIterable<ModelEvent>,
  request: ModelRequest,
  { contextWindow }: Pick<ModelInfo, "contextWindow">,
): AsyncGenerator<ModelEvent, void, undefined> {
  for await (const event of stream) {
    if (event.type === "finish") {
      const message = detectTruncation({
        estimatedInput: estimateTokens(request),
        reportedInput: event.usage.input,
        window: contextWindow,
      });
      if (message !== null) yield { type: "warning", code: "context.truncated", message };
    }
    yield event;
  }
}

const CHARS_PER_TOKEN = 4;

/** Rough, from the text alone: images are left out, so it is never far too high. */
function estimateTokens({ system = "", messages, tools }: ModelRequest): number {
  let chars = system.length + (tools.length === 0 ? 0 : JSON.stringify(tools).length);
  for (const message of messages) {
    for (const block of message.content) {
      if (block.type === "text") chars += block.text.length;
      if (block.type === "call") chars += block.argsText.length;
    }
  }
  return chars / CHARS_PER_TOKEN;
}
