import type {
  RawContentBlockDeltaEvent,
  RawContentBlockStartEvent,
  RawContentBlockStopEvent,
  RawMessageDeltaEvent,
  RawMessageStartEvent,
  RefusalStopDetails,
} from "@anthropic-ai/sdk/resources/messages";
import type { FinishReason, ModelFailure } from "@squire/protocol";
import { failureOf } from "../failure.ts";
import { newBlocks, readDelta, startBlock, stopBlock, stopBlocks } from "./anthropic-blocks.ts";
import type { Blocks } from "./anthropic-blocks.ts";
import { usageReader } from "./anthropic-usage.ts";
import type { Stepper, Target } from "./contract.ts";
import { fields, isRecord, text } from "./read.ts";
import { Reply } from "./reply.ts";
import { cutFailure, refusedFailure } from "./stream-failure.ts";
import type { Speaker } from "./stream-failure.ts";

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["pause_turn", "stop"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "calls"],
]);

// An error inside a stream has no status of its own; these are the documented ones.
const STATUS: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);

type State = {
  readonly who: Speaker;
  readonly reply: Reply;
  readonly blocks: Blocks;
  readonly readUsage: (usage: unknown) => void;
  sawFrames: boolean;
  sawStart: boolean;
  stopReason: string;
  refusal: ModelFailure | undefined;
};

/** Reads the stream of one Messages reply (PROV-8). */
export function anthropicStepper(target: Target, model: string): Stepper {
  const reply = new Reply({ provider: target.provider, wire: target.api, model });
  const state: State = {
    who: { provider: target.provider, model },
    reply,
    blocks: newBlocks(reply),
    readUsage: usageReader(reply),
    sawFrames: false,
    sawStart: false,
    stopReason: "",
    refusal: undefined,
  };
  return {
    step(frame) {
      state.sawFrames = true;
      if (!reply.finished) readFrame(state, frame);
      return reply.take();
    },
    done: () => reply.take(),
    end() {
      if (!reply.finished) reply.fail(state.refusal ?? cutFailure(state.who, state.sawFrames));
      return reply.take();
    },
    partial: () => reply.partial(),
    usage: () => reply.usage,
  };
}

function readFrame(state: State, raw: unknown): void {
  const { reply, blocks, who } = state;
  switch (text(fields<{ type: string }>(raw).type)) {
    case "message_start":
      return readStart(state, fields<RawMessageStartEvent>(raw).message);
    case "content_block_start": {
      const { index, content_block: block } = fields<RawContentBlockStartEvent>(raw);
      return startBlock(blocks, index, block);
    }
    case "content_block_delta": {
      const { index, delta } = fields<RawContentBlockDeltaEvent>(raw);
      return readDelta(blocks, index, delta);
    }
    case "content_block_stop":
      return stopBlock(blocks, fields<RawContentBlockStopEvent>(raw).index);
    case "message_delta":
      return readEnding(state, raw);
    case "message_stop":
      return conclude(state);
    case "error":
      return reply.fail(errorOf(raw, who));
    case "":
      // Some gateways send their own errors bare.
      if (isRecord(raw) && isRecord(raw["error"])) reply.fail(errorOf(raw, who));
  }
}

function readStart(state: State, message: unknown): void {
  state.reply.start();
  if (!state.sawStart) state.readUsage(fields<RawMessageStartEvent["message"]>(message).usage);
  state.sawStart = true;
}

function readEnding(state: State, raw: unknown): void {
  const { delta, usage } = fields<RawMessageDeltaEvent>(raw);
  const { stop_reason: reason, stop_details: details } = fields<RawMessageDeltaEvent.Delta>(delta);
  state.reply.start();
  state.readUsage(usage);
  if (text(reason) === "") return;
  state.stopReason = text(reason);
  state.refusal = reason === "refusal" ? refused(details, state.who) : undefined;
}

function conclude({ reply, blocks, refusal, stopReason }: State): void {
  reply.start();
  stopBlocks(blocks);
  if (refusal !== undefined) return reply.fail(refusal);
  const reason = REASONS.get(stopReason);
  if (reason === undefined) {
    const said = stopReason === "" ? "no reason" : `a reason Squire does not know, ${stopReason}`;
    reply.warn("finish.unknown", `The reply ended with ${said}.`);
  }
  if (reply.partial() === null) reply.warn("reply.empty", "The model sent an empty reply.");
  reply.finish(reason ?? "stop");
}

function refused(raw: unknown, who: Speaker): ModelFailure {
  const { explanation, category } = fields<RefusalStopDetails>(raw);
  const about = text(category) === "" ? "" : ` (${text(category)})`;
  const message = text(explanation) || `The model refused to go on${about}.`;
  return refusedFailure(who, message);
}

function errorOf(raw: unknown, who: Speaker): ModelFailure {
  const { error } = fields<{ error: unknown }>(raw);
  const { type, message } = fields<{ type: string; message: string }>(error);
  const code = text(type);
  const known = STATUS.get(code);
  const { status: _assumed, ...failure } = failureOf({
    ...who,
    message:
      text(message) || text(error) || code || "The server reported an error without a message.",
    code,
    ...(known === undefined ? {} : { status: known }),
  });
  return failure;
}
