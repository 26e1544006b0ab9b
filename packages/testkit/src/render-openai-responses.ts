import { assertNever } from "@squire/protocol";
import type { JsonObject, ModelFailure, Usage } from "@squire/protocol";
import { BROKEN_FRAME, CREATED, jsonFrame, reported } from "./render.ts";
import type { Frame, RenderContext, Renderer } from "./render.ts";
import { openaiErrorBody } from "./render-openai-chat.ts";
import { itemEvents, outputItem } from "./render-responses-item.ts";
import type { ResponsesEvent } from "./render-responses-item.ts";
import type { PlayedTurn } from "./turn.ts";

/** The Responses API: items that open, fill and close, and a final copy of everything. */
export const openaiResponsesRenderer: Renderer = {
  lineEnding: "\n",
  frames(turn, context) {
    const open = response(turn, context, { status: "in_progress", output: [], usage: null });
    const events: readonly ResponsesEvent[] = [
      { type: "response.created", response: open },
      { type: "response.in_progress", response: open },
      ...turn.blocks.flatMap((block, index) =>
        itemEvents(block, { index, serial: context.serial, deltaSize: turn.deltaSize }),
      ),
      ...endingEvents(turn, context),
    ];
    const frames = events.map((event, at): Frame =>
      jsonFrame({ ...event, sequence_number: at }, event.type),
    );
    return brokenEnding(turn) ? [...frames, BROKEN_FRAME] : frames;
  },
  errorBody: openaiErrorBody,
};

function brokenEnding({ ending }: PlayedTurn): boolean {
  return ending.type === "fail" && ending.failure.kind === "protocol";
}

function endingEvents(turn: PlayedTurn, context: RenderContext): readonly ResponsesEvent[] {
  const { ending } = turn;
  switch (ending.type) {
    case "finish":
      return [
        ending.reason === "length"
          ? incomplete(turn, context, "max_output_tokens")
          : {
              type: "response.completed",
              response: response(turn, context, { status: "completed" }),
            },
      ];
    case "hang":
      return [];
    case "fail":
      return failureEvents(turn, context, ending.failure);
    default:
      return assertNever(ending);
  }
}

function failureEvents(
  turn: PlayedTurn,
  context: RenderContext,
  failure: ModelFailure,
): readonly ResponsesEvent[] {
  if (failure.kind === "protocol") return [];
  if (failure.kind === "refused") return [incomplete(turn, context, "content_filter")];
  const { error } = openaiErrorBody(failure);
  const code = failure.kind === "rate_limit" ? "rate_limit_exceeded" : "server_error";
  const failed = { status: "failed", usage: null, error: { code, message: failure.message } };
  return [
    { type: "error", error: error ?? null },
    { type: "response.failed", response: response(turn, context, failed) },
  ];
}

function incomplete(turn: PlayedTurn, context: RenderContext, reason: string): ResponsesEvent {
  const body = { status: "incomplete", incomplete_details: { reason } };
  return { type: "response.incomplete", response: response(turn, context, body) };
}

function response(turn: PlayedTurn, context: RenderContext, state: JsonObject): JsonObject {
  return {
    id: `resp_${context.serial}`,
    object: "response",
    created_at: CREATED,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: context.model,
    output: turn.blocks.map((block, index) =>
      outputItem(block, { index, serial: context.serial, deltaSize: turn.deltaSize }),
    ),
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: turn.usage === null ? null : responsesUsage(turn.usage),
    ...state,
  };
}

function responsesUsage(usage: Usage): JsonObject {
  const input = reported({ cached_tokens: usage.cacheRead });
  const output = reported({ reasoning_tokens: usage.reasoning });
  return {
    ...reported({
      input_tokens: usage.input,
      output_tokens: usage.output,
      total_tokens: usage.total,
    }),
    ...(usage.cacheRead === null ? {} : { input_tokens_details: input }),
    ...(usage.reasoning === null ? {} : { output_tokens_details: output }),
  };
}
