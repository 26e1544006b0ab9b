import { describe, expect, test } from "bun:test";
import type { ModelEvent } from "@squire/protocol";
import { ModelEventSchema } from "@squire/protocol";
import { anthropicMessages } from "./anthropic.ts";
import type { Target } from "./contract.ts";
import { contentOf, terminalOf, warningCodes } from "./testing/terminals.ts";

const target: Target = { provider: "anthropic", api: "anthropic-messages", compat: {} };

const START = {
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    content: [],
    model: "claude-test-1",
    usage: { input_tokens: 10, cache_read_input_tokens: 4, output_tokens: 1 },
  },
};
const STOP = { type: "message_stop" };

const begin = (index: number, block: object) => ({
  type: "content_block_start",
  index,
  content_block: block,
});
const delta = (index: number, piece: object) => ({
  type: "content_block_delta",
  index,
  delta: piece,
});
const close = (index: number) => ({ type: "content_block_stop", index });
const textDelta = (index: number, text: string) => delta(index, { type: "text_delta", text });
const json = (index: number, partial: string) =>
  delta(index, { type: "input_json_delta", partial_json: partial });
const ending = (stop: string | null, usage: object = { output_tokens: 7 }) => ({
  type: "message_delta",
  delta: { stop_reason: stop, stop_sequence: null },
  usage,
});

function run(...frames: readonly unknown[]): readonly ModelEvent[] {
  const stepper = anthropicMessages.stepper(target, "claude-test");
  const events = frames.flatMap((frame) => stepper.step(frame));
  return [...events, ...stepper.end()].map((event) => ModelEventSchema.parse(event));
}

const last = (...frames: readonly unknown[]) => terminalOf(run(...frames));

test("PROV-8: text streams as deltas and ends in one finish", () => {
  expect(
    run(
      START,
      begin(0, { type: "text", text: "" }),
      { type: "ping" },
      textDelta(0, "Hel"),
      textDelta(0, "lo"),
      close(0),
      { type: "something_new", data: 1 },
      ending("end_turn"),
      STOP,
      textDelta(0, "late"),
    ),
  ).toEqual([
    { type: "start", model: "claude-test" },
    { type: "text.delta", block: 0, text: "Hel" },
    { type: "text.delta", block: 0, text: "lo" },
    { type: "block.end", block: 0 },
    {
      type: "finish",
      reason: "stop",
      message: {
        role: "assistant",
        content: [{ type: "text", text: "Hello" }],
        origin: { provider: "anthropic", wire: "anthropic-messages", model: "claude-test" },
      },
      usage: {
        input: 14,
        output: 7,
        cacheRead: 4,
        cacheWrite: null,
        reasoning: null,
        total: 21,
        raw: { input_tokens: 10, cache_read_input_tokens: 4, output_tokens: 7 },
      },
    },
  ]);
});

test("PROV-8: signature_delta updates only the signature of its thinking block", () => {
  const events = run(
    START,
    begin(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, { type: "thinking_delta", thinking: "Hmm." }),
    delta(0, { type: "signature_delta", signature: "c2ln" }),
    close(0),
    begin(1, { type: "redacted_thinking", data: "ZW5j" }),
    close(1),
    begin(2, { type: "text", text: "Yes." }),
    close(2),
    ending("end_turn"),
    STOP,
  );
  expect(events.filter((event) => event.type === "thinking.delta")).toHaveLength(1);
  const finish = events.at(-1);
  expect(finish?.type === "finish" && finish.message.content).toEqual([
    { type: "thinking", text: "Hmm.", opaque: { type: "thinking", signature: "c2ln" } },
    { type: "thinking", text: "", opaque: { type: "redacted_thinking", data: "ZW5j" } },
    { type: "text", text: "Yes." },
  ]);
});

test("PROV-17: thinking that ends unsigned is kept for its server, thinking that was cut is not", () => {
  const open = [
    START,
    begin(0, { type: "thinking", thinking: "" }),
    delta(0, { type: "thinking_delta", thinking: "Hmm." }),
  ];
  expect(contentOf(last(...open, close(0), ending("end_turn"), STOP))).toEqual([
    { type: "thinking", text: "Hmm.", opaque: { type: "thinking", signature: "" } },
  ]);
  expect(contentOf(last(...open))).toEqual([{ type: "thinking", text: "Hmm." }]);
});

test("PROV-8: input_json_delta builds the raw arguments of parallel calls", () => {
  const events = run(
    START,
    begin(0, { type: "tool_use", id: "toolu_a", name: "read", input: {} }),
    begin(1, { type: "tool_use", id: "toolu_b", name: "grep", input: {} }),
    json(0, ""),
    json(0, '{"path": '),
    json(1, '{"q":'),
    json(0, '"a.ts"}'),
    json(1, "tru"),
    close(0),
    close(1),
    ending("tool_use"),
    STOP,
  );
  expect(events.filter((event) => event.type === "call.delta")).toEqual([
    { type: "call.delta", block: 0, id: "toolu_a", name: "read", argsText: "" },
    { type: "call.delta", block: 1, id: "toolu_b", name: "grep", argsText: "" },
    { type: "call.delta", block: 0, id: "toolu_a", name: "read", argsText: '{"path": ' },
    { type: "call.delta", block: 1, id: "toolu_b", name: "grep", argsText: '{"q":' },
    { type: "call.delta", block: 0, id: "toolu_a", name: "read", argsText: '"a.ts"}' },
    { type: "call.delta", block: 1, id: "toolu_b", name: "grep", argsText: "tru" },
  ]);
  expect(events.at(-1)).toMatchObject({
    type: "finish",
    reason: "calls",
    message: {
      content: [
        { type: "call", id: "toolu_a", name: "read", argsText: '{"path": "a.ts"}' },
        { type: "call", id: "toolu_b", name: "grep", argsText: '{"q":tru' },
      ],
    },
  });
});

test("PROV-8: a call whose input came whole with its start delivers it as JSON", () => {
  const call = (input: unknown) =>
    last(START, begin(0, { type: "tool_use", id: "t", name: "f", input }), close(0), STOP);
  expect(contentOf(call({ a: [1] }))).toMatchObject([{ argsText: '{"a":[1]}' }]);
  expect(contentOf(call({}))).toMatchObject([{ argsText: "{}" }]);
  expect(contentOf(call('{"raw":1}'))).toMatchObject([{ argsText: '{"raw":1}' }]);
});

test("PROV-8: what the vendor ran itself is kept whole", () => {
  const result = {
    type: "web_search_tool_result",
    tool_use_id: "srv_1",
    content: [{ type: "web_search_result", url: "https://example.org", encrypted_content: "eA==" }],
  };
  const found = { type: "web_search_result_location", url: "https://example.org" };
  expect(
    contentOf(
      last(
        START,
        begin(0, { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} }),
        json(0, '{"query":'),
        json(0, '"x"}'),
        close(0),
        begin(1, result),
        close(1),
        begin(2, { type: "novelty", note: "a" }),
        delta(2, { type: "novelty_delta", note: "b", count: 2 }),
        close(2),
        begin(3, { type: "text", text: "", citations: [] }),
        textDelta(3, "So."),
        delta(3, { type: "citations_delta", citation: found }),
        delta(3, { type: "citations_delta", citation: { type: "char_location", file_id: null } }),
        close(3),
        ending("end_turn"),
        STOP,
      ),
    ),
  ).toEqual([
    {
      type: "vendor",
      label: "server_tool_use",
      opaque: { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "x" } },
    },
    { type: "vendor", label: "web_search_tool_result", opaque: result },
    { type: "vendor", label: "novelty", opaque: { type: "novelty", note: "ab", count: 2 } },
    { type: "text", text: "So.", opaque: { type: "text", citations: [found] } },
  ]);
});

describe("PROV-8: stop reasons", () => {
  const text = [START, begin(0, { type: "text", text: "x" }), close(0)];
  test.each([
    ["end_turn", "stop", []],
    ["stop_sequence", "stop", []],
    ["pause_turn", "stop", []],
    ["max_tokens", "length", []],
    ["model_context_window_exceeded", "length", []],
    ["tool_use", "stop", []],
    ["brand_new", "stop", ["finish.unknown"]],
    [null, "stop", ["finish.unknown"]],
  ] as const)("%p becomes %p", (vendor, reason, warnings) => {
    const events = run(...text, ending(vendor), STOP);
    expect(events.at(-1)).toMatchObject({ type: "finish", reason });
    expect(warningCodes(events)).toEqual([...warnings]);
  });

  test("a refusal is an error with the vendor's words and its usage", () => {
    const refused = {
      type: "message_delta",
      delta: {
        stop_reason: "refusal",
        stop_details: { type: "refusal", explanation: "Not this." },
      },
      usage: { output_tokens: 3 },
    };
    const expected = {
      type: "error",
      failure: { kind: "refused", message: "Not this.", retryable: false, provider: "anthropic" },
      partial: { content: [{ type: "text", text: "x" }] },
      usage: { input: 14, output: 3 },
    };
    expect(last(...text, refused, STOP)).toMatchObject(expected);
    expect(last(...text, refused)).toMatchObject(expected);
    const silent = last(START, ending("refusal"), STOP);
    expect(silent).toMatchObject({ failure: { kind: "refused" }, partial: null });
    expect(silent.type === "error" && silent.failure.message).not.toBe("");
  });
});

describe("PROV-11: an error in the stream is the terminal event", () => {
  test.each([
    ["overloaded_error", "Overloaded", "overloaded", true],
    ["rate_limit_error", "Too many tokens per minute", "rate_limit", true],
    ["authentication_error", "invalid x-api-key", "auth", false],
    ["permission_error", "Not allowed", "auth", false],
    ["billing_error", "Your credit balance is too low", "billing", false],
    ["invalid_request_error", "Your credit balance is too low", "billing", false],
    ["invalid_request_error", "prompt is too long: 250000 tokens > 200000", "overflow", false],
    ["invalid_request_error", "messages: roles must alternate", "bad_request", false],
    ["not_found_error", "model: claude-x", "bad_request", false],
    ["request_too_large", "Request exceeds the maximum size", "overflow", false],
    ["api_error", "Internal server error", "overloaded", true],
  ])("%s (%s) is %s", (type, message, kind, retryable) => {
    const error = last(START, { type: "error", error: { type, message } }, STOP);
    expect(error).toMatchObject({
      type: "error",
      failure: { kind, message, retryable },
      partial: null,
      usage: { input: 14 },
    });
    expect(error.type === "error" && "status" in error.failure).toBe(false);
  });

  test("after part of a reply was delivered it is no longer retryable", () => {
    const overloaded = {
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded" },
    };
    expect(last(START, begin(0, { type: "text", text: "x" }), overloaded)).toMatchObject({
      failure: { kind: "overloaded", retryable: false },
      partial: { content: [{ text: "x" }] },
    });
  });

  test("an error without a type or without words still says something", () => {
    expect(last({ error: { message: "gateway is down" } })).toMatchObject({
      failure: { message: "gateway is down" },
    });
    const mute = last({ type: "error" });
    expect(mute.type === "error" && mute.failure.message).not.toBe("");
  });
});

test("PROV-11: a stream that is cut anywhere before message_stop ends in one error", () => {
  const frames = [
    START,
    begin(0, { type: "text", text: "" }),
    textDelta(0, "Hi"),
    close(0),
    ending("end_turn"),
    STOP,
  ];
  for (let cut = 0; cut < frames.length; cut++) {
    const error = last(...frames.slice(0, cut));
    expect(error).toMatchObject({ type: "error", failure: { kind: "protocol", retryable: false } });
    expect(contentOf(error)).toEqual(cut < 3 ? undefined : [{ type: "text", text: "Hi" }]);
  }
});

test("an empty but properly ended reply is a finish with a warning", () => {
  const events = run(START, ending("end_turn"), STOP);
  expect(warningCodes(events)).toEqual(["reply.empty"]);
  expect(events.at(-1)).toMatchObject({ type: "finish", message: { content: [] } });
});

test("PROV-8: a second message_start changes nothing", () => {
  const again = { type: "message_start", message: { usage: { input_tokens: 999 } } };
  expect(
    last(START, again, begin(0, { type: "text", text: "x" }), ending("end_turn"), STOP),
  ).toMatchObject({ type: "finish", usage: { input: 14 } });
});
