import { assertNever } from "@squire/protocol";
import type { FailureKind, FinishReason, JsonObject, ModelFailure, Usage } from "@squire/protocol";
import { isObject, parseJson } from "./read-json.ts";
import { BROKEN_FRAME, jsonFrame, reported } from "./render.ts";
import type { Frame, RenderContext, Renderer } from "./render.ts";
import { pieces } from "./turn.ts";
import type { PlayedBlock, PlayedCall, PlayedTurn } from "./turn.ts";

const FINISH: Readonly<Record<FinishReason, string>> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  // Gemini has no reason of its own for calls.
  calls: "STOP",
};

const STATUS: Partial<Record<FailureKind, string>> = {
  auth: "UNAUTHENTICATED",
  billing: "FAILED_PRECONDITION",
  rate_limit: "RESOURCE_EXHAUSTED",
  overloaded: "UNAVAILABLE",
};

/** Gemini's `streamGenerateContent?alt=sse`: whole parts in chunks, calls never in pieces. */
export const googleRenderer: Renderer = {
  lineEnding: "\r\n",
  frames(turn, context) {
    const parts = turn.blocks.flatMap((block) => blockParts(block, turn.deltaSize));
    return [
      ...parts.filter((part) => part !== null).map((part) => chunk(context, { parts: [part] })),
      ...endingFrames(turn, context, parts.includes(null)),
    ];
  },
  errorBody,
};

function errorBody(failure: ModelFailure, status: number): JsonObject {
  const name = STATUS[failure.kind] ?? "INVALID_ARGUMENT";
  return { error: { code: status, message: failure.message, status: name } };
}

/** Null stands for a call whose arguments are no JSON object: Gemini reports it, never sends it. */
function blockParts(block: PlayedBlock, size: number): readonly (JsonObject | null)[] {
  switch (block.type) {
    case "text":
      return pieces(block.text, size).map((text) => ({ text }));
    case "thinking": {
      const parts = pieces(block.text, size).map((text) => ({ text, thought: true }));
      if (block.signature === undefined) return parts;
      return [...parts, { text: "", thought: true, thoughtSignature: block.signature }];
    }
    case "call":
      return [callPart(block)];
    default:
      return assertNever(block);
  }
}

function callPart({ id, idGiven, name, argsText, signature }: PlayedCall): JsonObject | null {
  const args = parseJson(argsText);
  if (!isObject(args)) return null;
  return {
    functionCall: { ...(idGiven ? { id } : {}), name, args },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}

function endingFrames(
  turn: PlayedTurn,
  context: RenderContext,
  malformedCall: boolean,
): readonly Frame[] {
  const { ending } = turn;
  switch (ending.type) {
    case "finish": {
      const reason = malformedCall ? "MALFORMED_FUNCTION_CALL" : FINISH[ending.reason];
      return [finish(turn, context, reason)];
    }
    case "hang":
      return [];
    case "fail":
      if (ending.failure.kind === "refused") return [finish(turn, context, "SAFETY")];
      if (ending.failure.kind === "protocol") return [BROKEN_FRAME];
      return [jsonFrame(errorBody(ending.failure, ending.failure.status ?? 500))];
    default:
      return assertNever(ending);
  }
}

function finish(turn: PlayedTurn, context: RenderContext, finishReason: string): Frame {
  const usage = turn.usage === null ? {} : { usageMetadata: googleUsage(turn.usage) };
  return chunk(context, { parts: [{ text: "" }] }, { finishReason }, usage);
}

/** Thoughts are counted beside the answer here, not inside it. */
function googleUsage(usage: Usage): JsonObject {
  const answer = usage.output === null ? null : usage.output - (usage.reasoning ?? 0);
  return reported({
    promptTokenCount: usage.input,
    candidatesTokenCount: answer,
    totalTokenCount: usage.total,
    cachedContentTokenCount: usage.cacheRead,
    thoughtsTokenCount: usage.reasoning,
  });
}

function chunk(
  { model, serial }: RenderContext,
  content: JsonObject,
  candidate: JsonObject = {},
  rest: JsonObject = {},
): Frame {
  return jsonFrame({
    candidates: [{ content: { ...content, role: "model" }, index: 0, ...candidate }],
    ...rest,
    modelVersion: model,
    responseId: `response-${serial}`,
  });
}
