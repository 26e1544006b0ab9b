import type { FailureKind, ModelFailure } from "@squire/protocol";
import { encodeFrames } from "./faults.ts";
import type { Faults, ServerStep } from "./faults.ts";
import { objectOf } from "./read-json.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { anthropicRenderer } from "./render-anthropic.ts";
import { googleRenderer } from "./render-google.ts";
import { openaiChatRenderer } from "./render-openai-chat.ts";
import { openaiResponsesRenderer } from "./render-openai-responses.ts";
import type { RenderContext, Renderer, WireName } from "./render.ts";
import { modelInPath, urlOf } from "./routes.ts";
import { playTurn } from "./turn.ts";
import type { PlayedTurn, Turn } from "./turn.ts";

/** Everything about one answer except how its bytes travel, which `faults` says. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly Uint8Array[];
  readonly faults: Faults;
  /** What happens to the connection after the last byte. */
  readonly close: "end" | "reset" | "stall";
};

export type AnswerContext = {
  readonly request: RecordedRequest;
  readonly serial: number;
  readonly nextCallId: () => string;
};

export const RENDERERS: Readonly<Record<WireName, Renderer>> = {
  "openai-chat": openaiChatRenderer,
  "openai-responses": openaiResponsesRenderer,
  anthropic: anthropicRenderer,
  google: googleRenderer,
};

const STATUS: Partial<Record<FailureKind, number>> = {
  auth: 401,
  billing: 402,
  rate_limit: 429,
  overloaded: 503,
  overflow: 400,
  bad_request: 400,
};

const PAGE = "<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>\n";

/** A step as status, headers and bytes. Throws when the request could not be served for real. */
export function composeAnswer(step: ServerStep, context: AnswerContext): Answer {
  if (!("type" in step)) return withOverrides(turnAnswer(step, {}, context), {});
  const { faults } = step;
  switch (step.type) {
    case "turn":
      return withOverrides(turnAnswer(step.turn, faults, context), faults);
    case "raw":
      return withOverrides(plain(200, "text/event-stream", step.body), faults);
    case "fault":
      return withOverrides(bareAnswer(faults, context.request.wire), faults);
  }
}

function withOverrides(answer: Answer, faults: Faults): Answer {
  const { status = answer.status, contentType, headers = {} } = faults;
  const base = faults.html
    ? plain(200, "text/html; charset=utf-8", faults.html === true ? PAGE : faults.html)
    : answer;
  return {
    ...base,
    chunks: faults.body === undefined ? base.chunks : [bytesOf(faults.body)],
    status,
    headers: {
      ...base.headers,
      ...(contentType === undefined ? {} : { "content-type": contentType }),
      ...headers,
    },
    faults: { ...base.faults, ...faults },
  };
}

function turnAnswer(scripted: Turn, faults: Faults, context: AnswerContext): Answer {
  const { wire } = context.request;
  if (wire === null) throw new Error("A scripted turn can only answer a model request.");
  const turn = playTurn(scripted, context.nextCallId);
  const { ending } = turn;
  const status =
    ending.type === "fail" ? (ending.failure.status ?? STATUS[ending.failure.kind]) : undefined;
  if (ending.type === "fail" && turn.blocks.length === 0 && status !== undefined) {
    return errorAnswer(ending.failure, status, RENDERERS[wire]);
  }
  assertStreaming(context.request, wire);
  const renderer = RENDERERS[wire];
  const sent = silenced(faults.duplicateCallIds ? withOneCallId(turn) : turn);
  const frames = renderer.frames(sent, rendering(context));
  return {
    ...plain(200, "text/event-stream"),
    chunks: encodeFrames(frames, faults, renderer.lineEnding),
    close: closing(turn),
    faults: turn.blocks.length === 0 && ending.type === "fail" ? deadLine(closing(turn)) : {},
  };
}

/** Failures of the connection have no frame: the frames stop and the socket shows it. */
function silenced(turn: PlayedTurn): PlayedTurn {
  return closing(turn) === "end" ? turn : { ...turn, ending: { type: "hang" } };
}

function closing({ ending }: PlayedTurn): Answer["close"] {
  if (ending.type === "hang") return "stall";
  if (ending.type !== "fail") return "end";
  if (ending.failure.kind === "stalled") return "stall";
  return ending.failure.kind === "network" || ending.failure.kind === "aborted" ? "reset" : "end";
}

/** A connection that fails before anything was said has no headers either. */
function deadLine(close: Answer["close"]): Faults {
  if (close === "reset") return { resetAtByte: "headers" };
  return close === "stall" ? { stallAtByte: "headers" } : {};
}

function withOneCallId(turn: PlayedTurn): PlayedTurn {
  const first = turn.blocks.find((block) => block.type === "call");
  if (!first) return turn;
  const same = { id: first.id, idGiven: true };
  return {
    ...turn,
    blocks: turn.blocks.map((block) => (block.type === "call" ? { ...block, ...same } : block)),
  };
}

function errorAnswer(failure: ModelFailure, status: number, renderer: Renderer): Answer {
  const body = JSON.stringify(renderer.errorBody(failure, status));
  const answer = plain(status, "application/json", body);
  if (failure.retryAfterMs === undefined) return answer;
  const seconds = String(Math.ceil(failure.retryAfterMs / 1_000));
  return { ...answer, headers: { ...answer.headers, "retry-after": seconds } };
}

function bareAnswer({ status = 200 }: Faults, wire: WireName | null): Answer {
  if (status < 400 || wire === null) return plain(status, "text/plain; charset=utf-8");
  const entry = Object.entries(STATUS).find(([, value]) => value === status);
  const kind = (entry?.[0] ?? (status < 500 ? "bad_request" : "overloaded")) as FailureKind;
  const failure = { kind, message: `Scripted failure ${status}.`, retryable: false };
  return errorAnswer(failure, status, RENDERERS[wire]);
}

function plain(status: number, contentType: string, body: string | Uint8Array = ""): Answer {
  return {
    status,
    headers: { "content-type": contentType },
    chunks: [bytesOf(body)],
    faults: {},
    close: "end",
  };
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}

/** A client that forgot to ask for a stream would get something else from a real vendor. */
function assertStreaming({ path, json }: RecordedRequest, wire: WireName): void {
  const asked =
    wire === "google"
      ? urlOf(path).searchParams.get("alt") === "sse"
      : objectOf(json)["stream"] === true;
  if (asked) return;
  const missing = wire === "google" ? "?alt=sse" : '"stream": true';
  throw new Error(`The request has no ${missing}; a real server would not stream its answer.`);
}

function rendering({ request, serial }: AnswerContext): RenderContext {
  const body = objectOf(request.json);
  const model = body["model"] ?? modelInPath(request.path);
  return {
    model: typeof model === "string" ? model : "scripted",
    serial,
    includeUsage: objectOf(body["stream_options"])["include_usage"] === true,
  };
}
