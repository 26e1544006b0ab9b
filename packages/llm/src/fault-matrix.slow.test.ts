import { describe, expect, test } from "bun:test";
import type { FailureKind, ModelEvent } from "@squire/protocol";
import { isTerminal, userText } from "@squire/protocol";
import {
  call,
  fail,
  fault,
  raw,
  reply,
  say,
  startScriptedServer,
  think,
  turn,
} from "@squire/testkit";
import type { ServerStep } from "@squire/testkit";
import { createModel } from "./create.ts";
import { DEFAULT_TIMEOUTS } from "./endpoint.ts";
import { endpointOf } from "./catalogue/endpoint-of.ts";
import { modelInfo } from "./catalogue/model-info.ts";
import type { Clock, FetchPort, Ports } from "./ports.ts";
import { httpModel } from "./transport/http-model.ts";
import { withRetry } from "./transport/retry.ts";
import type { Api } from "./wire/contract.ts";
import { WIRES } from "./wires.ts";

type Outcome = "finish" | FailureKind;
type Case = { readonly step: ServerStep; readonly allowed: readonly Outcome[] };

const good = reply(
  think("Let me see. "),
  say("Grüße, 世界 👋. "),
  call("find", { pattern: "*.ts" }, { id: "call_a" }),
  call("read", { path: "a.ts" }, { id: "call_b" }),
);
const whole: readonly Outcome[] = ["finish"];
const broken: readonly Outcome[] = ["protocol", "network"];

const status = (code: number, headers: Record<string, string> = {}): ServerStep =>
  fault({ status: code, headers, body: JSON.stringify({ error: { message: `status ${code}` } }) });

const CASES: Readonly<Record<string, Case>> = {
  "no fault": { step: good, allowed: whole },
  "400": { step: status(400), allowed: ["bad_request"] },
  "401 wrong key": { step: status(401), allowed: ["auth"] },
  "402 empty purse": { step: status(402), allowed: ["billing"] },
  "403": { step: status(403), allowed: ["auth"] },
  "404 unknown model": { step: status(404), allowed: ["bad_request"] },
  "408": { step: status(408), allowed: ["overloaded", "network"] },
  "409": { step: status(409), allowed: ["bad_request", "overloaded"] },
  "413": { step: status(413), allowed: ["overflow"] },
  "422": { step: status(422), allowed: ["bad_request"] },
  "429": { step: status(429), allowed: ["rate_limit"] },
  "429 with Retry-After": { step: status(429, { "retry-after": "2" }), allowed: ["rate_limit"] },
  "429 with a date": {
    step: status(429, { "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" }),
    allowed: ["rate_limit"],
  },
  "500": { step: status(500), allowed: ["overloaded"] },
  "502 page": { step: fault({ status: 502, html: true }), allowed: ["overloaded"] },
  "503": { step: status(503), allowed: ["overloaded"] },
  "504": { step: status(504), allowed: ["overloaded"] },
  "529": { step: status(529), allowed: ["overloaded"] },
  "302 elsewhere": {
    step: fault({ status: 302, headers: { location: "http://127.0.0.1:1/" }, body: "" }),
    allowed: ["bad_request", "protocol", "network"],
  },
  "overflow text": { step: fail("overflow", "prompt is too long"), allowed: ["overflow"] },
  "HTML instead of a stream": { step: fault({ html: true }), allowed: ["protocol"] },
  "JSON instead of a stream": {
    step: fault({ body: '{"error":{"message":"nope"}}', contentType: "application/json" }),
    allowed: ["protocol", "bad_request", "overloaded"],
  },
  "empty body": { step: fault({ body: "" }), allowed: ["protocol"] },
  "only comments": { step: raw(": ping\n\n: ping\n\n"), allowed: ["protocol"] },
  "malformed lines": {
    step: turn(good, { malformedLines: ["nonsense", ":", "data"] }),
    allowed: whole,
  },
  "first event no JSON": { step: turn(good, { badJsonAt: 0 }), allowed: ["protocol"] },
  "later event no JSON": { step: turn(good, { badJsonAt: 3 }), allowed: ["protocol"] },
  "last event no JSON": { step: turn(good, { badJsonAt: -1 }), allowed: ["protocol"] },
  "cut at the first byte": { step: turn(good, { cutAtByte: 1 }), allowed: broken },
  "cut in the middle": { step: turn(good, { cutAtByte: 400 }), allowed: broken },
  "cut one byte at a time": {
    step: turn(good, { cutAtByte: 377, chunkBytes: 1 }),
    allowed: broken,
  },
  "reset before headers": { step: turn(good, { resetAtByte: "headers" }), allowed: ["network"] },
  "reset in the middle": { step: turn(good, { resetAtByte: 300 }), allowed: broken },
  "stall before headers": { step: turn(good, { stallAtByte: "headers" }), allowed: ["stalled"] },
  "stall in the middle": { step: turn(good, { stallAtByte: 300 }), allowed: ["stalled"] },
  "bytes one by one": { step: turn(good, { chunkBytes: 1 }), allowed: whole },
  "CRLF and a mark": { step: turn(good, { lineEnding: "\r\n", bom: true }), allowed: whole },
  comments: { step: turn(good, { comments: ["keep-alive"] }), allowed: whole },
  "every event twice": {
    step: turn(good, { doubleFrames: "all" }),
    allowed: [...whole, ...broken],
  },
  "one call id for all": { step: turn(good, { duplicateCallIds: true }), allowed: whole },
  "an event of 10 MB": { step: turn(good, { hugeFrameBytes: 10_000_000 }), allowed: whole },
  "wrong content type": { step: turn(good, { contentType: "text/plain" }), allowed: whole },
  "truncated arguments": {
    step: call("find", '{"pattern": "*.t', { finish: "length" }),
    allowed: [...whole, ...broken],
  },
  "doubled arguments": { step: call("find", '{"a":1}{"a":1}'), allowed: [...whole, ...broken] },
  "no usage": { step: say("hello", { usage: null }), allowed: whole },
  "negative usage": { step: say("hello", { usage: { input: -5, output: -1 } }), allowed: whole },
  "error in the stream": {
    step: reply(say("half"), fail("overloaded", "Overloaded")),
    allowed: ["overloaded"],
  },
  "refused in the stream": {
    step: reply(say("half"), fail("refused", "No.")),
    allowed: ["refused"],
  },
};

/** Only for what hangs: all cases run at once, and one that goes byte by byte has taken 15 seconds. */
const HANG_MS = 50_000;

const WIRE_KINDS: readonly (readonly [Api, string])[] = [
  ["openai-completions", "/v1"],
  ["openai-responses", "/v1"],
  ["anthropic-messages", ""],
  ["google-generative-ai", "/v1beta"],
];

const realFetch: FetchPort = (url, init) => fetch(url, { ...init, redirect: "manual" });

/** Real timers for the watchdogs, no time lost between tries. */
const impatient: Clock = {
  now: Date.now,
  sleep: () => Promise.resolve(),
  timer: (ms, fire) => {
    const timer = setTimeout(fire, ms);
    return { cancel: () => clearTimeout(timer) };
  },
};

const ports: Ports = {
  fetch: realFetch,
  clock: impatient,
  random: () => 0.5,
  credentials: { pick: () => Promise.resolve({ id: "k", secret: "sk-test" }), report: () => {} },
};

async function suffer(
  api: Api,
  baseUrl: string,
  patienceMs: number,
): Promise<readonly ModelEvent[]> {
  const entry = { name: "test", api, baseUrl };
  const info = modelInfo(entry, { id: "m" }, "config", undefined);
  if (!info) throw new Error("no such model");
  const timeouts = { ...DEFAULT_TIMEOUTS, firstByteMs: patienceMs, idleMs: patienceMs };
  const model = withRetry(httpModel(endpointOf(info, { timeouts }), WIRES[api], ports), ports);
  const events: ModelEvent[] = [];
  const request = { model: "m", messages: [userText("go")], tools: [] };
  for await (const event of model.stream(request, { signal: AbortSignal.timeout(HANG_MS) })) {
    events.push(event);
  }
  return events;
}

function callIds(events: readonly ModelEvent[]): readonly string[] {
  const last = events.at(-1);
  const message =
    last?.type === "finish" ? last.message : last?.type === "error" ? last.partial : null;
  return (message?.content ?? []).flatMap((block) => (block.type === "call" ? [block.id] : []));
}

describe.each(WIRE_KINDS)("PROV-11, PROV-12, PROV-14: %s", (api, basePath) => {
  test.concurrent.each(Object.entries(CASES))("survives: %s", async (_name, { step, allowed }) => {
    await using server = await startScriptedServer(() => step);
    const patienceMs = allowed.includes("stalled") ? 60 : HANG_MS;
    const events = await suffer(api, server.url + basePath, patienceMs);
    const terminals = events.filter(isTerminal);
    expect(terminals).toHaveLength(1);
    expect(events.at(-1)).toBe(terminals[0]);
    const [end] = terminals;
    const outcome = end?.type === "error" ? end.failure.kind : end?.type;
    expect(allowed).toContain(outcome as Outcome);
    expect(server.requests.length).toBeLessThanOrEqual(4);
    const ids = callIds(events);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test("PROV-1: a model can be made from plain values under every kind", async () => {
  for (const [api, basePath] of WIRE_KINDS) {
    await using server = await startScriptedServer([say("hi")]);
    const baseUrl = `${server.url}${basePath}/`;
    const model = createModel(api, { name: "x", baseUrl, model: "m", apiKey: "sk-given" }, ports);
    expect(model.id).toBe("x/m");
    const end = await model
      .stream(
        { model: "m", messages: [userText("hi")], tools: [] },
        { signal: AbortSignal.timeout(HANG_MS) },
      )
      .result();
    expect(end).toMatchObject({ type: "finish", message: { content: [{ text: "hi" }] } });
    expect(JSON.stringify(server.requests[0]?.headers)).toContain("sk-given");
  }
});
