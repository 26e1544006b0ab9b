import { describe, expect, test } from "bun:test";
import type { ModelEvent } from "@squire/protocol";
import { ModelEventSchema } from "@squire/protocol";
import type { Target } from "./contract.ts";
import { googleGemini } from "./google.ts";
import { contentOf, terminalOf, warningCodes } from "./testing/terminals.ts";

const target: Target = { provider: "google", api: "google-generative-ai", compat: {} };

const frame = (parts: readonly unknown[], more: object = {}) => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
  responseId: "resp-1",
});
const finish = (reason: string, more: object = {}) => ({
  candidates: [{ content: {}, finishReason: reason, ...more }],
});

function run(...frames: readonly unknown[]): readonly ModelEvent[] {
  const stepper = googleGemini.stepper(target, "gemini-test");
  const events = frames.flatMap((one) => stepper.step(one));
  expect(stepper.done()).toEqual([]);
  return [...events, ...stepper.end()].map((event) => ModelEventSchema.parse(event));
}

const last = (...frames: readonly unknown[]) => terminalOf(run(...frames));

test("PROV-10: thinking and text are told apart, a switch closes the block before", () => {
  expect(
    run(
      frame([{ text: "Let me ", thought: true }]),
      frame([{ text: "see.", thought: true }, { text: "It " }]),
      frame([{ text: "is." }]),
      frame([{ text: "" }], { finishReason: "STOP" }),
      { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 } },
    ),
  ).toEqual([
    { type: "start", model: "gemini-test" },
    { type: "thinking.delta", block: 0, text: "Let me " },
    { type: "thinking.delta", block: 0, text: "see." },
    { type: "block.end", block: 0 },
    { type: "text.delta", block: 1, text: "It " },
    { type: "text.delta", block: 1, text: "is." },
    { type: "block.end", block: 1 },
    {
      type: "finish",
      reason: "stop",
      message: {
        role: "assistant",
        content: [
          { type: "thinking", text: "Let me see." },
          { type: "text", text: "It is." },
        ],
        origin: { provider: "google", wire: "google-generative-ai", model: "gemini-test" },
      },
      usage: {
        input: 5,
        output: 2,
        cacheRead: null,
        cacheWrite: null,
        reasoning: null,
        total: 7,
        raw: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
      },
    },
  ]);
});

test("PROV-10: a function call is a start, one delta with its JSON, and an end", () => {
  const events = run(
    frame([
      { text: "Look:" },
      { functionCall: { name: "read", args: { path: "a" } }, thoughtSignature: "c2ln" },
      { functionCall: { name: "now" } },
      { functionCall: { id: "given", name: "read", args: {} } },
    ]),
    finish("STOP"),
  );
  expect(events.slice(2, -1)).toEqual([
    { type: "block.end", block: 0 },
    { type: "call.delta", block: 1, id: "call_resp-1_2", name: "read", argsText: "" },
    { type: "call.delta", block: 1, id: "call_resp-1_2", name: "read", argsText: '{"path":"a"}' },
    { type: "block.end", block: 1 },
    { type: "call.delta", block: 2, id: "call_resp-1_3", name: "now", argsText: "" },
    { type: "call.delta", block: 2, id: "call_resp-1_3", name: "now", argsText: "{}" },
    { type: "block.end", block: 2 },
    { type: "call.delta", block: 3, id: "given", name: "read", argsText: "" },
    { type: "call.delta", block: 3, id: "given", name: "read", argsText: "{}" },
    { type: "block.end", block: 3 },
  ]);
  expect(events.at(-1)).toMatchObject({
    reason: "calls",
    message: {
      content: [
        {},
        { opaque: { signature: "c2ln" } },
        { name: "now" },
        { opaque: { id: "given" } },
      ],
    },
  });
});

test("PROV-10: calls have ids of their own even when nothing names them", () => {
  const call = { functionCall: { name: "f" } };
  const content = contentOf(
    last({ candidates: [{ content: { parts: [call, call] }, finishReason: "STOP" }] }),
  );
  expect(content).toMatchObject([{ id: "call_1" }, { id: "call_2" }]);
});

test("PROV-10: arguments that Vertex streams in pieces arrive as one", () => {
  const piece = (partialArgs: object[], willContinue = true) => ({
    functionCall: { partialArgs, willContinue },
  });
  const part = (jsonPath: string, value: object) => ({ jsonPath, ...value });
  expect(
    contentOf(
      last(
        frame([{ functionCall: { name: "edit", willContinue: true }, thoughtSignature: "c2ln" }]),
        frame([piece([part("$.path", { stringValue: "src/", willContinue: true })])]),
        frame([piece([part("$.path", { stringValue: "a.ts" })])]),
        frame([piece([part("$.edits[0].line", { numberValue: 3 })])]),
        frame([piece([part("$.edits[0]['a b']", { boolValue: true })])]),
        frame([piece([part("$.edits[7].x", { numberValue: 1 })])]),
        frame([piece([part("$.__proto__.x", { nullValue: "NULL_VALUE" })])]),
        frame([{ functionCall: {} }]),
        frame([{ text: "done" }], { finishReason: "STOP" }),
      ),
    ),
  ).toEqual([
    {
      type: "call",
      id: "call_resp-1_1",
      name: "edit",
      argsText: '{"path":"src/a.ts","edits":[{"line":3,"a b":true}],"__proto__":{"x":null}}',
      opaque: { signature: "c2ln" },
    },
    { type: "text", text: "done" },
  ]);
});

test("PROV-10: a call still open when the reply finishes keeps what it has", () => {
  const partialArgs = [{ jsonPath: "$.a", numberValue: 1 }];
  const open = frame([{ functionCall: { name: "f", partialArgs, willContinue: true } }]);
  expect(contentOf(last(open, finish("STOP")))).toMatchObject([{ argsText: '{"a":1}' }]);
  expect(contentOf(last(open))).toMatchObject([{ argsText: "" }]);
});

test("PROV-10: a signature stays with the characters it came with", () => {
  expect(
    contentOf(
      last(
        frame([{ text: "th", thought: true, thoughtSignature: "dA==" }]),
        frame([{ text: "ab" }]),
        frame([{ text: "cd", thoughtSignature: "MQ==" }]),
        frame([{ text: "", thoughtSignature: "Mg==" }], { finishReason: "STOP" }),
      ),
    ),
  ).toEqual([
    { type: "thinking", text: "th", opaque: { spans: [{ from: 0, to: 2, signature: "dA==" }] } },
    {
      type: "text",
      text: "abcd",
      opaque: {
        spans: [
          { from: 2, to: 4, signature: "MQ==" },
          { from: 4, to: 4, signature: "Mg==" },
        ],
      },
    },
  ]);
  expect(
    contentOf(
      last(frame([{ functionCall: { name: "f" } }, { thoughtSignature: "eA==" }]), finish("STOP")),
    ),
  ).toMatchObject([
    { type: "call" },
    { type: "text", text: "", opaque: { spans: [{ from: 0, to: 0, signature: "eA==" }] } },
  ]);
});

test("PROV-10: parts only Google understands are kept whole", () => {
  const code = { executableCode: { language: "PYTHON", code: "1+1" } };
  const image = { thought: true, inlineData: { mimeType: "image/png", data: "aW1n" } };
  expect(
    contentOf(last(frame([{ text: "a" }, code, image, { text: "b" }, 7, null]), finish("STOP"))),
  ).toEqual([
    { type: "text", text: "a" },
    { type: "vendor", label: "executableCode", opaque: code },
    { type: "vendor", label: "inlineData", opaque: image },
    { type: "text", text: "b" },
  ]);
});

describe("PROV-10: finish reasons", () => {
  const text = frame([{ text: "x" }]);
  test.each([
    ["STOP", "stop", []],
    ["MAX_TOKENS", "length", []],
    ["OTHER", "stop", ["finish.unknown"]],
    ["BRAND_NEW", "stop", ["finish.unknown"]],
  ] as const)("%s becomes %s", (vendor, reason, warnings) => {
    const events = run(text, finish(vendor));
    expect(events.at(-1)).toMatchObject({ type: "finish", reason });
    expect(warningCodes(events)).toEqual([...warnings]);
  });

  test.each([
    "SAFETY",
    "PROHIBITED_CONTENT",
    "RECITATION",
    "BLOCKLIST",
    "SPII",
    "IMAGE_SAFETY",
    "LANGUAGE",
  ])("%s is a refusal", (vendor) => {
    expect(last(text, finish(vendor))).toMatchObject({
      type: "error",
      failure: { kind: "refused", message: expect.stringContaining(vendor), retryable: false },
      partial: { content: [{ text: "x" }] },
    });
  });

  test.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])(
    "%s is a broken reply",
    (vendor) => {
      expect(last(text, finish(vendor, { finishMessage: "print(1" }))).toMatchObject({
        type: "error",
        failure: {
          kind: "protocol",
          message: expect.stringMatching(/malformed tool call.*print\(1/),
        },
      });
    },
  );

  test("a blocked prompt is a refusal", () => {
    const usageMetadata = { promptTokenCount: 8, totalTokenCount: 8 };
    expect(last({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata })).toMatchObject({
      type: "error",
      failure: { kind: "refused", message: expect.stringContaining("SAFETY") },
      partial: null,
      usage: { input: 8, output: null },
    });
  });

  test("an empty but properly ended reply is a finish with a warning", () => {
    const events = run(finish("STOP"));
    expect(warningCodes(events)).toEqual(["reply.empty"]);
    expect(events.at(-1)).toMatchObject({ type: "finish", message: { content: [] } });
  });
});

test("PROV-11: a stream that is cut before its finish reason is an error", () => {
  expect(last()).toMatchObject({ type: "error", failure: { kind: "protocol" }, partial: null });
  expect(last(frame([{ text: "Hel" }]))).toMatchObject({
    type: "error",
    failure: { kind: "protocol", retryable: false },
    partial: { content: [{ text: "Hel" }] },
  });
});

describe("PROV-11: an error frame is the terminal event", () => {
  test.each([
    [{ code: 429, message: "Quota exceeded", status: "RESOURCE_EXHAUSTED" }, "rate_limit"],
    [{ code: 503, message: "The model is overloaded", status: "UNAVAILABLE" }, "overloaded"],
    [{ code: 400, message: "API key not valid", status: "INVALID_ARGUMENT" }, "auth"],
    [{ code: 400, message: "The input token count exceeds the maximum", status: "x" }, "overflow"],
    [{ code: 400, message: "Unknown field", status: "INVALID_ARGUMENT" }, "bad_request"],
  ])("%j is %s", (error, kind) => {
    const terminal = last({ error }, frame([{ text: "late" }]));
    expect(terminal).toMatchObject({
      type: "error",
      failure: { kind, message: error.message, status: error.code },
      partial: null,
    });
  });

  test("it says how long to wait", () => {
    const details = [{ "@type": "x" }, { retryDelay: "34.074s" }];
    expect(last({ error: { code: 429, message: "Slow down", details } })).toMatchObject({
      failure: { retryAfterMs: 34_074, retryable: true },
    });
  });

  test("it may be odd", () => {
    expect(last({ error: "plain words" })).toMatchObject({ failure: { message: "plain words" } });
    const mute = last({ error: { code: 7 } });
    expect(mute.type === "error" && mute.failure.message).not.toBe("");
  });
});

describe("PROV-31: usage", () => {
  const usageOf = (...usages: readonly object[]) =>
    last(...usages.map((usageMetadata) => ({ usageMetadata })), finish("STOP")).usage;

  test("the last one counts; thoughts are part of the output, tool prompts of the input", () => {
    const first = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const raw = {
      promptTokenCount: 10,
      toolUsePromptTokenCount: 5,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 20,
      totalTokenCount: 38,
    };
    expect(usageOf(first, raw)).toEqual({
      input: 15,
      output: 23,
      cacheRead: 4,
      cacheWrite: null,
      reasoning: 20,
      total: 38,
      raw,
    });
  });

  test("what was not reported is null; what is impossible is null with one warning", () => {
    expect(usageOf({ thoughtsTokenCount: 6 })).toMatchObject({
      input: null,
      output: 6,
      cacheRead: null,
      total: null,
    });
    const bad = { usageMetadata: { promptTokenCount: -3, candidatesTokenCount: 2 } };
    const events = run(bad, bad, finish("STOP"));
    expect(warningCodes(events)).toEqual(["usage.invalid", "reply.empty"]);
    expect(events.at(-1)).toMatchObject({ usage: { input: null, output: 2 } });
  });
});
