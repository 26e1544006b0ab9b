import { assertNever } from "@squire/protocol";
import type { FailureKind, FinishReason, JsonObject, ModelFailure, Usage } from "@squire/protocol";
import { BROKEN_FRAME, CREATED, jsonFrame, reported } from "./render.ts";
import type { Frame, RenderContext, Renderer } from "./render.ts";
import { pieces } from "./turn.ts";
import type { PlayedBlock, PlayedTurn } from "./turn.ts";

const FINISH: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  length: "length",
  calls: "tool_calls",
};

const ERROR_CODE: Partial<Record<FailureKind, { type: string; code: string | null }>> = {
  auth: { type: "invalid_request_error", code: "invalid_api_key" },
  billing: { type: "insufficient_quota", code: "insufficient_quota" },
  rate_limit: { type: "tokens", code: "rate_limit_exceeded" },
  overloaded: { type: "server_error", code: null },
  overflow: { type: "invalid_request_error", code: "context_length_exceeded" },
};

/** Chat Completions as OpenAI and its imitators stream it; thinking as `reasoning_content`. */
export const openaiChatRenderer: Renderer = {
  lineEnding: "\n",
  frames: (turn, context) => [
    chunk(context, { role: "assistant", content: "" }),
    ...deltas(turn).map((delta) => chunk(context, delta)),
    ...endingFrames(turn, context),
  ],
  errorBody: openaiErrorBody,
};

/** OpenAI words an error alike on Chat Completions and Responses. */
export function openaiErrorBody(failure: ModelFailure): JsonObject {
  const { type, code } = ERROR_CODE[failure.kind] ?? { type: "invalid_request_error", code: null };
  return { error: { message: failure.message, type, param: null, code } };
}

function deltas(turn: PlayedTurn): readonly JsonObject[] {
  const calls = turn.blocks.filter((block) => block.type === "call");
  return turn.blocks.flatMap((block) =>
    blockDeltas(block, turn.deltaSize, block.type === "call" ? calls.indexOf(block) : -1),
  );
}

function blockDeltas(block: PlayedBlock, size: number, index: number): readonly JsonObject[] {
  switch (block.type) {
    case "text":
      return pieces(block.text, size).map((content) => ({ content }));
    case "thinking":
      return pieces(block.text, size).map((text) => ({ reasoning_content: text }));
    case "call": {
      const { id, name } = block;
      return [
        { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
        ...pieces(block.argsText, size).map((piece) => ({
          tool_calls: [{ index, function: { arguments: piece } }],
        })),
      ];
    }
    default:
      return assertNever(block);
  }
}

function endingFrames(turn: PlayedTurn, context: RenderContext): readonly Frame[] {
  const { ending } = turn;
  switch (ending.type) {
    case "finish":
      return finishFrames(turn, context, FINISH[ending.reason]);
    case "hang":
      return [];
    case "fail":
      if (ending.failure.kind === "refused") return finishFrames(turn, context, "content_filter");
      if (ending.failure.kind === "protocol") return [BROKEN_FRAME];
      return [jsonFrame(openaiErrorBody(ending.failure))];
    default:
      return assertNever(ending);
  }
}

function finishFrames(turn: PlayedTurn, context: RenderContext, reason: string): readonly Frame[] {
  const frames = [chunk(context, {}, reason)];
  if (context.includeUsage && turn.usage !== null) frames.push(usageChunk(context, turn.usage));
  return [...frames, { data: "[DONE]" }];
}

function chunk(context: RenderContext, delta: JsonObject, finish: string | null = null): Frame {
  const choice = { index: 0, delta, logprobs: null, finish_reason: finish };
  return jsonFrame({ ...envelope(context), choices: [choice] });
}

function usageChunk(context: RenderContext, usage: Usage): Frame {
  return jsonFrame({ ...envelope(context), choices: [], usage: chatUsage(usage) });
}

function chatUsage(usage: Usage): JsonObject {
  const prompt = reported({ cached_tokens: usage.cacheRead });
  const completion = reported({ reasoning_tokens: usage.reasoning });
  return {
    ...reported({
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.total,
    }),
    ...(usage.cacheRead === null ? {} : { prompt_tokens_details: prompt }),
    ...(usage.reasoning === null ? {} : { completion_tokens_details: completion }),
  };
}

function envelope({ model, serial }: RenderContext): JsonObject {
  return { id: `chatcmpl-${serial}`, object: "chat.completion.chunk", created: CREATED, model };
}
