import type {
  ResponseContentPartDoneEvent,
  ResponseErrorEvent,
  ResponseOutputItemDoneEvent,
  ResponseReasoningSummaryTextDoneEvent,
  ResponseStreamEvent,
  ResponseTextDeltaEvent,
  ResponseTextDoneEvent,
} from "openai/resources/responses/responses";
import type { Stepper, Target } from "./contract.ts";
import { errorIn, vendorFailure } from "./openai-error.ts";
import {
  callArguments,
  contentThought,
  customInput,
  itemAdded,
  itemDone,
  partDone,
  summaryThought,
  textKey,
  think,
  thinkWhole,
} from "./openai-responses-blocks.ts";
import { ended } from "./openai-responses-end.ts";
import { itemOf, responsesState } from "./openai-responses-state.ts";
import type { ResponsesState } from "./openai-responses-state.ts";
import { remainder } from "./remainder.ts";
import { fields, isRecord, text } from "./read.ts";
import { cutFailure } from "./stream-failure.ts";

type Frame = Record<string, unknown>;
type Handler = (state: ResponsesState, frame: Frame) => void;

/** The error event is flat by its type, nested in practice. */
type ErrorFrame = ResponseErrorEvent & { error: unknown; status: number };

/** Events that servers send and the published types do not list. */
type Unlisted = "response.cancelled" | "response.done";

const HANDLERS = new Map<string, Handler>([
  handle("response.created", ({ reply }) => reply.start()),
  handle("response.in_progress", ({ reply }) => reply.start()),
  handle("response.output_item.added", (state, frame) =>
    itemAdded(state, itemOf(state, frame), frame["item"]),
  ),
  handle("response.output_item.done", (state, frame) =>
    itemDone(state, itemOf(state, frame), fields<ResponseOutputItemDoneEvent>(frame).item),
  ),
  handle("response.output_text.delta", textDelta),
  handle("response.refusal.delta", textDelta),
  handle("response.output_text.done", textDone),
  handle("response.refusal.done", textDone),
  handle("response.content_part.done", (state, frame) => {
    const { content_index, part } = fields<ResponseContentPartDoneEvent>(frame);
    partDone(state.reply, itemOf(state, frame), content_index, part);
  }),
  handle("response.reasoning_summary_text.delta", (state, frame) =>
    think(
      state.reply,
      itemOf(state, frame),
      summaryThought(frame["summary_index"]),
      text(frame["delta"]),
    ),
  ),
  handle("response.reasoning_summary_text.done", (state, frame) => {
    const done = fields<ResponseReasoningSummaryTextDoneEvent>(frame);
    const part = summaryThought(done.summary_index);
    thinkWhole(state.reply, itemOf(state, frame), part, text(done.text));
  }),
  handle("response.reasoning_text.delta", (state, frame) =>
    think(
      state.reply,
      itemOf(state, frame),
      contentThought(frame["content_index"]),
      text(frame["delta"]),
    ),
  ),
  handle("response.reasoning_text.done", (state, frame) =>
    thinkWhole(
      state.reply,
      itemOf(state, frame),
      contentThought(frame["content_index"]),
      text(frame["text"]),
    ),
  ),
  handle("response.function_call_arguments.delta", (state, frame) =>
    state.reply.args(itemOf(state, frame).key, text(frame["delta"])),
  ),
  handle("response.function_call_arguments.done", (state, frame) =>
    callArguments(state.reply, itemOf(state, frame), text(frame["arguments"])),
  ),
  handle("response.custom_tool_call_input.delta", (state, frame) =>
    customInput(state.reply, itemOf(state, frame), text(frame["delta"])),
  ),
  handle("response.custom_tool_call_input.done", (state, frame) => {
    const item = itemOf(state, frame);
    customInput(state.reply, item, remainder(text(frame["input"]), item.input ?? ""));
  }),
  handle("response.completed", ended),
  handle("response.done", ended),
  handle("response.incomplete", ended),
  handle("response.failed", ended),
  handle("response.cancelled", ended),
  handle("error", (state, frame) => {
    const { error, message, code, status } = fields<ErrorFrame>(frame);
    const said = isRecord(error)
      ? { status, ...error }
      : { message: message ?? error, code, status };
    state.reply.fail(vendorFailure(said, state.speaker));
  }),
]);

/** Reads one Responses stream; it ends with the event that says how the response ended. */
export function responsesStepper(target: Target, model: string): Stepper {
  const state = responsesState(target, model);
  const { reply } = state;
  let seen = false;
  return {
    step: (frame) => {
      seen = true;
      if (isRecord(frame) && !reply.finished) read(state, frame);
      return reply.take();
    },
    done: () => reply.take(),
    end: () => {
      reply.fail(cutFailure(state.speaker, seen));
      return reply.take();
    },
    partial: () => reply.partial(),
    usage: () => reply.usage,
  };
}

function handle(type: ResponseStreamEvent["type"] | Unlisted, handler: Handler): [string, Handler] {
  return [type, handler];
}

function read(state: ResponsesState, frame: Frame): void {
  const type = text(frame["type"]);
  const handler = HANDLERS.get(type);
  if (handler !== undefined) return handler(state, frame);
  // A server that does not stream answers with the response itself.
  if (frame["object"] === "response") return ended(state, { response: frame });
  const error = type.startsWith("response.") ? undefined : errorIn(frame);
  if (error !== undefined) state.reply.fail(vendorFailure(error, state.speaker));
}

function textDelta(state: ResponsesState, frame: Frame): void {
  const { content_index, delta } = fields<ResponseTextDeltaEvent>(frame);
  state.reply.text(textKey(itemOf(state, frame), content_index), text(delta));
}

function textDone(state: ResponsesState, frame: Frame): void {
  const done = fields<ResponseTextDoneEvent & { refusal: string }>(frame);
  const key = textKey(itemOf(state, frame), done.content_index);
  const whole = text(done.text) || text(done.refusal);
  state.reply.text(key, remainder(whole, state.reply.textOf(key)));
}
