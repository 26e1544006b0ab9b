import type {
  Candidate,
  Content,
  GenerateContentResponse,
  GenerateContentResponsePromptFeedback,
} from "@google/genai";
import type { FinishReason, ModelFailure } from "@squire/protocol";
import { failureOf } from "../failure.ts";
import type { Stepper, Target } from "./contract.ts";
import { closePart, newParts, readPart } from "./google-parts.ts";
import type { Parts } from "./google-parts.ts";
import { usageReader } from "./google-usage.ts";
import { fields, isRecord, list, text } from "./read.ts";
import { Reply } from "./reply.ts";
import { brokenFailure, cutFailure, refusedFailure } from "./stream-failure.ts";
import type { Speaker } from "./stream-failure.ts";

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["STOP", "stop"],
  ["MAX_TOKENS", "length"],
]);

const REFUSALS: ReadonlySet<string> = new Set([
  "SAFETY",
  "PROHIBITED_CONTENT",
  "RECITATION",
  "BLOCKLIST",
  "SPII",
  "LANGUAGE",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
]);

const MALFORMED: ReadonlySet<string> = new Set([
  "MALFORMED_FUNCTION_CALL",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
]);

type State = {
  readonly who: Speaker;
  readonly reply: Reply;
  readonly parts: Parts;
  readonly readUsage: (usage: unknown) => void;
  sawFrames: boolean;
  finishReason: string;
  finishMessage: string;
  blocked: ModelFailure | undefined;
};

/**
 * Reads the stream of one Gemini reply (PROV-10). Nothing marks the last frame and usage may follow
 * the finish reason, so the end of the body is what concludes a reply.
 */
export function googleStepper(target: Target, model: string): Stepper {
  const reply = new Reply({ provider: target.provider, wire: target.api, model });
  const state: State = {
    who: { provider: target.provider, model },
    reply,
    parts: newParts(reply),
    readUsage: usageReader(reply),
    sawFrames: false,
    finishReason: "",
    finishMessage: "",
    blocked: undefined,
  };
  return {
    step(frame) {
      state.sawFrames = true;
      if (!reply.finished) readFrame(state, frame);
      return reply.take();
    },
    done: () => reply.take(),
    end() {
      if (!reply.finished) conclude(state);
      return reply.take();
    },
    partial: () => reply.partial(),
    usage: () => reply.usage,
  };
}

function readFrame(state: State, raw: unknown): void {
  const { reply, who, parts } = state;
  if (isRecord(raw) && isError(raw["error"])) return reply.fail(errorOf(raw["error"], who));
  const frame = fields<GenerateContentResponse>(raw);
  const candidate = fields<Candidate>(list(frame.candidates)[0]);
  if (frame.candidates !== undefined || frame.usageMetadata !== undefined) reply.start();
  state.readUsage(frame.usageMetadata);
  for (const part of list(fields<Content>(candidate.content).parts)) {
    readPart(parts, part, text(frame.responseId));
  }
  // Some models repeat it in every frame: the last one counts.
  if (text(candidate.finishReason) !== "") {
    state.finishReason = text(candidate.finishReason);
    state.finishMessage = text(candidate.finishMessage);
  }
  state.blocked ??= blockedBy(frame.promptFeedback, who);
}

function conclude(state: State): void {
  const { reply, who, finishReason, finishMessage } = state;
  if (finishReason === "") {
    const refusal = reply.partial() === null ? state.blocked : undefined;
    return reply.fail(refusal ?? cutFailure(who, state.sawFrames));
  }
  closePart(state.parts);
  if (REFUSALS.has(finishReason)) return reply.fail(refused(finishReason, finishMessage, who));
  if (MALFORMED.has(finishReason)) return reply.fail(malformed(finishReason, finishMessage, who));
  const reason = REASONS.get(finishReason);
  if (reason === undefined) {
    const message = `The reply ended with a reason Squire does not know, ${finishReason}.`;
    reply.warn("finish.unknown", message);
  }
  if (reply.partial() === null) reply.warn("reply.empty", "The model sent an empty reply.");
  reply.finish(reason ?? "stop");
}

function isError(error: unknown): boolean {
  return isRecord(error) || text(error) !== "";
}

function blockedBy(feedback: unknown, who: Speaker): ModelFailure | undefined {
  const { blockReason, blockReasonMessage } =
    fields<GenerateContentResponsePromptFeedback>(feedback);
  if (text(blockReason) === "") return undefined;
  const message = text(blockReasonMessage) || `The prompt was blocked (${text(blockReason)}).`;
  return refusedFailure(who, message);
}

function refused(reason: string, told: string, who: Speaker): ModelFailure {
  const message = told || `The vendor's filters stopped the reply (${reason}).`;
  return refusedFailure(who, message);
}

function malformed(reason: string, told: string, who: Speaker): ModelFailure {
  const message = `The model wrote a malformed tool call (${reason})${told ? `: ${told}` : "."}`;
  return { ...brokenFailure(who, message), malformedCall: true };
}

type GoogleError = { code: number; message: string; status: string; details: unknown };

function errorOf(raw: unknown, who: Speaker): ModelFailure {
  const { code, message, status, details } = fields<GoogleError>(raw);
  const isHttp = typeof code === "number" && Number.isInteger(code) && code >= 400 && code < 600;
  const wait = retryDelay(details);
  return failureOf({
    ...who,
    message:
      text(message) ||
      text(raw) ||
      text(status) ||
      "The server reported an error without a message.",
    code: text(status),
    ...(isHttp ? { status: code } : {}),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

/** Google hides the wait in a detail such as `{"retryDelay": "34.5s"}`. */
function retryDelay(details: unknown): number | undefined {
  for (const detail of list(details)) {
    const { retryDelay: delay } = fields<{ retryDelay: string }>(detail);
    const seconds = /^(\d{1,9}(?:\.\d+)?)s$/.exec(text(delay))?.[1];
    if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000);
  }
  return undefined;
}
