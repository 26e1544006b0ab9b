import { assertNever } from "@squire/protocol";
import type { FailureKind, FinishReason, JsonObject, ModelFailure, Usage } from "@squire/protocol";
import { BROKEN_FRAME, jsonFrame, reported, uncachedInput } from "./render.ts";
import type { Frame, RenderContext, Renderer } from "./render.ts";
import { pieces } from "./turn.ts";
import type { PlayedBlock, PlayedTurn } from "./turn.ts";

const STOP: Readonly<Record<FinishReason, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  calls: "tool_use",
};

const ERROR_TYPE: Partial<Record<FailureKind, string>> = {
  auth: "authentication_error",
  billing: "billing_error",
  rate_limit: "rate_limit_error",
  overloaded: "overloaded_error",
};

/** Messages as Anthropic streams them: numbered blocks, usage at both ends, a ping in between. */
export const anthropicRenderer: Renderer = {
  lineEnding: "\n",
  frames: (turn, context) => [
    named({ type: "message_start", message: openMessage(turn, context) }),
    named({ type: "ping" }),
    ...turn.blocks.flatMap((block, index) => blockFrames(block, index, turn.deltaSize)),
    ...endingFrames(turn),
  ],
  errorBody,
};

function errorBody(failure: ModelFailure): JsonObject {
  const type = ERROR_TYPE[failure.kind] ?? "invalid_request_error";
  return { type: "error", error: { type, message: failure.message }, request_id: "req_1" };
}

function openMessage({ usage }: PlayedTurn, { model, serial }: RenderContext): JsonObject {
  return {
    id: `msg_${serial}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usage === null ? {} : { ...inputUsage(usage), output_tokens: 1 },
  };
}

function inputUsage(usage: Usage): JsonObject {
  return reported({
    input_tokens: uncachedInput(usage),
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
  });
}

function blockFrames(block: PlayedBlock, index: number, size: number): readonly Frame[] {
  return [
    named({ type: "content_block_start", index, content_block: emptyBlock(block) }),
    ...blockDeltas(block, size).map((delta) =>
      named({ type: "content_block_delta", index, delta }),
    ),
    named({ type: "content_block_stop", index }),
  ];
}

function emptyBlock(block: PlayedBlock): JsonObject {
  switch (block.type) {
    case "text":
      return { type: "text", text: "" };
    case "thinking":
      return { type: "thinking", thinking: "", signature: "" };
    case "call":
      return { type: "tool_use", id: block.id, name: block.name, input: {} };
    default:
      return assertNever(block);
  }
}

function blockDeltas(block: PlayedBlock, size: number): readonly JsonObject[] {
  switch (block.type) {
    case "text":
      return pieces(block.text, size).map((text) => ({ type: "text_delta", text }));
    case "thinking": {
      const { signature } = block;
      return [
        ...pieces(block.text, size).map((thinking) => ({ type: "thinking_delta", thinking })),
        ...(signature === undefined ? [] : [{ type: "signature_delta", signature }]),
      ];
    }
    case "call":
      return ["", ...pieces(block.argsText, size)].map((partial_json) => ({
        type: "input_json_delta",
        partial_json,
      }));
    default:
      return assertNever(block);
  }
}

function endingFrames({ ending, usage }: PlayedTurn): readonly Frame[] {
  switch (ending.type) {
    case "finish":
      return stopFrames(STOP[ending.reason], usage);
    case "hang":
      return [];
    case "fail":
      if (ending.failure.kind === "refused") return stopFrames("refusal", usage);
      if (ending.failure.kind === "protocol") return [BROKEN_FRAME];
      return [jsonFrame(errorBody(ending.failure), "error")];
    default:
      return assertNever(ending);
  }
}

function stopFrames(stop_reason: string, usage: Usage | null): readonly Frame[] {
  return [
    named({
      type: "message_delta",
      delta: { stop_reason, stop_sequence: null },
      usage: usage === null ? {} : reported({ output_tokens: usage.output }),
    }),
    named({ type: "message_stop" }),
  ];
}

function named(data: { readonly type: string } & JsonObject): Frame {
  return jsonFrame(data, data.type);
}
