import type { ModelEvent, ModelFailure } from "@squire/protocol";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { Stepper, Target } from "./contract.ts";
import { ChatDeltas } from "./openai-chat-delta.ts";
import { errorIn, vendorFailure } from "./openai-error.ts";
import { chatUsage, usageReader } from "./openai-usage.ts";
import { Reply } from "./reply.ts";
import { fields, isRecord, list, text } from "./read.ts";
import { brokenFailure, cutFailure, refusedFailure } from "./stream-failure.ts";
import type { Speaker } from "./stream-failure.ts";

type Chunk = ChatCompletionChunk & { x_groq: { usage: unknown } };
type Choice = ChatCompletionChunk.Choice & { message: object; usage: unknown };

type Ending = "stop" | "length" | "calls" | "refused" | "overloaded" | "error";

const ENDINGS: ReadonlyMap<string, Ending> = new Map<string, Ending>([
  ["stop", "stop"],
  ["length", "length"],
  ["model_length", "length"],
  ["tool_calls", "calls"],
  ["function_call", "calls"],
  ["content_filter", "refused"],
  ["sensitive", "refused"],
  ["insufficient_system_resource", "overloaded"],
  ["network_error", "error"],
  ["error", "error"],
]);

/** Reads one Chat Completions stream. The reply ends at `[DONE]`: usage may follow the finish reason. */
export function chatStepper(target: Target, model: string): Stepper {
  const speaker: Speaker = { provider: target.provider, model };
  const reply = new Reply({ provider: target.provider, wire: target.api, model });
  const deltas = new ChatDeltas(reply);
  const noteUsage = usageReader(reply, chatUsage);
  let seen = false;
  let reason = "";

  function read(frame: Record<string, unknown>): void {
    const error = errorIn(frame);
    if (error !== undefined) return reply.fail(vendorFailure(error, speaker));
    reply.start();
    const chunk = fields<Chunk>(frame);
    const choice = fields<Choice>(list(chunk.choices)[0]);
    if (isRecord(choice.delta)) deltas.delta(choice.delta);
    if (isRecord(choice.message)) deltas.message(choice.message);
    reason = text(choice.finish_reason) || reason;
    const usage = [chunk.usage, fields<Chunk["x_groq"]>(chunk.x_groq).usage, choice.usage];
    noteUsage(usage.find(isRecord));
  }

  function close(whole: boolean): readonly ModelEvent[] {
    if (reply.finished) return reply.take();
    deltas.settle();
    if (!whole) reply.fail(cut(speaker, seen, reason));
    else if (reason === "") endWithoutReason(reply, speaker);
    else endWithReason(reply, speaker, reason);
    return reply.take();
  }

  return {
    step: (frame) => {
      seen = true;
      if (isRecord(frame) && !reply.finished) read(frame);
      return reply.take();
    },
    done: () => close(true),
    end: () => close(isFinal(reason) || (reason !== "" && target.compat.requiresDone === false)),
    partial: () => reply.partial(),
    usage: () => reply.usage,
  };
}

/** A failure needs no `[DONE]` to be believed. */
function isFinal(reason: string): boolean {
  const ending = ENDINGS.get(reason);
  return ending === "refused" || ending === "overloaded" || ending === "error";
}

function endWithReason(reply: Reply, speaker: Speaker, reason: string): void {
  const ending = ENDINGS.get(reason);
  switch (ending) {
    case "stop":
    case "length":
    case "calls":
      return reply.finish(ending);
    case "refused":
      return reply.fail(refusedFailure(speaker, "The vendor's content filter stopped the reply."));
    case "overloaded":
    case "error": {
      const why = ending === "overloaded" ? "The service is out of capacity" : "The vendor failed";
      return reply.fail(vendorFailure(`${why} and ended the reply (${reason}).`, speaker));
    }
    case undefined:
      if (reply.partial() === null) return reply.fail(empty(speaker, ` (${reason})`));
      reply.warn("finish.unknown", `The vendor ended the reply for an unknown reason: ${reason}.`);
      return reply.finish("stop");
  }
}

function endWithoutReason(reply: Reply, speaker: Speaker): void {
  if (reply.partial() === null) return reply.fail(empty(speaker, ""));
  reply.warn("finish.missing", "The vendor ended the reply without saying why.");
  reply.finish("stop");
}

function empty(speaker: Speaker, why: string): ModelFailure {
  return brokenFailure(speaker, `${speaker.provider} sent an empty reply${why}.`);
}

function cut(speaker: Speaker, sawFrames: boolean, reason: string): ModelFailure {
  const failure = cutFailure(speaker, sawFrames);
  if (reason === "") return failure;
  const advice =
    "Try again; if this server never sends [DONE], set `compat.requires_done = false` for it.";
  return { ...failure, advice };
}
