import { describe, expect, test } from "bun:test";
import type { ModelEvent } from "@squire/protocol";
import { openaiResponses } from "./openai-responses.ts";
import { errorIn, finishIn } from "./testing/terminals.ts";

function run(frames: readonly unknown[]): readonly ModelEvent[] {
  const stepper = openaiResponses.stepper(
    { provider: "acme", api: "openai-responses", compat: {} },
    "m-1",
  );
  const events = frames.flatMap((frame) => stepper.step(frame));
  return [...events, ...stepper.done(), ...stepper.end()];
}

const finishOf = (frames: readonly unknown[]) => finishIn(run(frames));
const failureOf = (frames: readonly unknown[]) => errorIn(run(frames));

const contentOf = (...frames: object[]) => finishOf([...frames, completed()]).message.content;

const completed = (response: object = {}) => ({ type: "response.completed", response });
const added = (item: object, output_index = 0) => ({
  type: "response.output_item.added",
  output_index,
  item,
});
const done = (item: object, output_index = 0) => ({
  type: "response.output_item.done",
  output_index,
  item,
});
const at = (type: string, rest: object, output_index = 0) => ({
  type: `response.${type}`,
  output_index,
  ...rest,
});

const message = (...content: object[]) => ({ type: "message", id: "msg_1", content });
const say = (text: string) => ({ type: "output_text", text, annotations: [] });

test("PROV-9: created starts, items open and close blocks, completed finishes", () => {
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 3 },
    total_tokens: 15,
  };
  const events = run([
    { type: "response.created", response: { id: "r" } },
    { type: "response.some_future_event", x: 1 },
    added({ type: "message", id: "msg_1", content: [] }),
    at("output_text.delta", { item_id: "msg_1", content_index: 0, delta: "He" }),
    at("output_text.delta", { item_id: "msg_1", content_index: 0, delta: "y" }),
    done(message(say("Hey"))),
    completed({ status: "completed", usage }),
  ]);
  expect(events).toEqual([
    { type: "start", model: "m-1" },
    { type: "text.delta", block: 0, text: "He" },
    { type: "text.delta", block: 0, text: "y" },
    { type: "block.end", block: 0 },
    {
      type: "finish",
      reason: "stop",
      message: {
        role: "assistant",
        content: [{ type: "text", text: "Hey", opaque: { id: "msg_1" } }],
        origin: { provider: "acme", wire: "openai-responses", model: "m-1" },
      },
      usage: {
        input: 10,
        output: 5,
        cacheRead: 4,
        cacheWrite: 2,
        reasoning: 3,
        total: 15,
        raw: usage,
      },
    },
  ]);
});

describe("text", () => {
  test.each([
    ["output_text.done", at("output_text.done", { content_index: 0, text: "Hey" })],
    ["content_part.done", at("content_part.done", { content_index: 0, part: say("Hey") })],
    ["output_item.done", done(message(say("Hey")))],
  ])("PROV-9: text that only %s brings is delivered", (_name, frame) => {
    const [block] = contentOf(added(message()), frame);
    expect(block).toMatchObject({ type: "text", text: "Hey" });
    const grown = contentOf(at("output_text.delta", { content_index: 0, delta: "He" }), frame);
    expect(grown).toHaveLength(1);
    expect(grown[0]).toMatchObject({ type: "text", text: "Hey" });
  });

  test("PROV-9: a refusal is text in a block of its own", () => {
    const content = contentOf(
      at("output_text.delta", { content_index: 0, delta: "Well. " }),
      at("refusal.delta", { content_index: 1, delta: "No." }),
      done(message(say("Well. "), { type: "refusal", refusal: "No." })),
    );
    expect(content.map((b) => b.type === "text" && b.text)).toEqual(["Well. ", "No."]);
  });

  test("frames are matched by position when ids change, by id when there is no position", () => {
    const shifting = contentOf(
      added({ type: "message", id: "a" }),
      at("output_text.delta", { item_id: "b", content_index: 0, delta: "He" }),
      done({ ...message(say("Hey")), id: "c" }),
    );
    expect(shifting).toEqual([{ type: "text", text: "Hey", opaque: { id: "c" } }]);
    const text = (item_id: string, delta: string) => ({
      type: "response.output_text.delta",
      item_id,
      delta,
    });
    expect(contentOf(text("a", "1"), text("b", "2"), text("a", "3"))).toEqual([
      { type: "text", text: "13" },
      { type: "text", text: "2" },
    ]);
  });

  test("what only the end of the response holds is delivered once", () => {
    const output = [message(say("Hey"))];
    const expected = [{ type: "text", text: "Hey", opaque: { id: "msg_1" } }];
    expect(finishOf([completed({ output })]).message.content).toMatchObject(expected);
    const delta = at("output_text.delta", { content_index: 0, delta: "Hey" });
    expect(finishOf([delta, completed({ output })]).message.content).toMatchObject(expected);
    const byId = { type: "response.output_text.delta", item_id: "msg_1", delta: "He" };
    expect(finishOf([byId, completed({ output })]).message.content).toMatchObject(expected);
    expect(
      finishOf([{ object: "response", status: "completed", output }]).message.content,
    ).toMatchObject(expected);
  });
});

describe("reasoning", () => {
  const item = {
    id: "rs_1",
    type: "reasoning",
    encrypted_content: "gAAA",
    summary: [
      { type: "summary_text", text: "one" },
      { type: "summary_text", text: "two" },
    ],
  };
  const part = (summary_index: number, delta: string) =>
    at("reasoning_summary_text.delta", { summary_index, delta });

  test("PROV-9: summary parts are one thinking block, the item is kept as received", () => {
    const [block] = contentOf(part(0, "o"), part(0, "ne"), part(1, "two"), done(item));
    expect(block).toEqual({ type: "thinking", text: "one\n\ntwo", opaque: item });
    const opaque = block?.type === "thinking" ? block.opaque : undefined;
    expect(JSON.stringify(opaque)).toBe(JSON.stringify(item));
  });

  test("PROV-9: summaries without deltas and hidden reasoning are not lost", () => {
    expect(contentOf(part(0, "on"), done(item))[0]).toMatchObject({ text: "one\n\ntwo" });
    const hidden = { id: "rs_2", type: "reasoning", encrypted_content: "x", summary: [] };
    expect(contentOf(added(hidden), done(hidden))).toEqual([
      { type: "thinking", text: "", opaque: hidden },
    ]);
  });

  test("PROV-9: open reasoning text is thinking", () => {
    const content = [{ type: "reasoning_text", text: "hm hm" }];
    const [block] = contentOf(
      at("reasoning_text.delta", { content_index: 0, delta: "hm" }),
      at("reasoning_text.done", { content_index: 0, text: "hm h" }),
      at("content_part.done", { content_index: 0, part: content[0] }),
      done({ id: "rs_1", type: "reasoning", summary: [], content }),
    );
    expect(block).toMatchObject({ type: "thinking", text: "hm hm" });
  });
});

describe("calls", () => {
  const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: "look" };
  const whole = { ...call, arguments: '{"a":1}' };
  const expected = { type: "call", id: "call_1|fc_1", name: "look", argsText: '{"a":1}' } as const;
  const args = (delta: string) => at("function_call_arguments.delta", { delta });

  test("PROV-9: argument deltas, arguments done only, or the item only: all the same call", () => {
    const open = added({ ...call, arguments: "" });
    expect(contentOf(open, args('{"a"'), args(":1}"), done(whole))).toEqual([expected]);
    const argsDone = at("function_call_arguments.done", { arguments: '{"a":1}' });
    expect(contentOf(open, argsDone)).toEqual([expected]);
    expect(contentOf(open, args('{"'), argsDone, done(whole))).toEqual([expected]);
    expect(contentOf(done(whole))).toEqual([expected]);
    expect(finishOf([done(whole), completed()]).reason).toBe("calls");
  });

  test("PROV-9: free text for a custom tool becomes valid JSON, piece by piece", () => {
    const custom = { type: "custom_tool_call", id: "ctc_1", call_id: "call_1", name: "sql" };
    const text = 'say "hi"\n\\ 😀';
    const pieces = [text.slice(0, 5), text.slice(5, 13), text.slice(13)];
    const frames = pieces.map((delta) => at("custom_tool_call_input.delta", { delta }));
    const final = { ...custom, input: text };
    const streamed = contentOf(
      added({ ...custom, input: "" }),
      ...frames,
      at("custom_tool_call_input.done", { input: text }),
      done(final),
    );
    expect(streamed).toEqual(contentOf(done(final)));
    const [block] = streamed;
    expect(block?.type === "call" && JSON.parse(block.argsText)).toEqual({ input: text });
    expect(block).toMatchObject({ id: "call_1|ctc_1", name: "sql", opaque: final });
    const [empty] = contentOf(done({ ...custom, input: "" }));
    expect(empty).toMatchObject({ argsText: '{"input":""}' });
  });

  test.each([
    ["local_shell_call", "local_shell", { action: { command: ["ls"] } }, { command: ["ls"] }],
    ["shell_call", "shell", { action: { commands: ["ls"] } }, { commands: ["ls"] }],
    ["apply_patch_call", "apply_patch", { operation: { path: "a" } }, { path: "a" }],
    ["computer_call", "computer", { actions: [1] }, { actions: [1] }],
    ["mcp_approval_request", "mcp_approval_request", { name: "t" }, { name: "t" }],
  ])("PROV-9: %s is a call named %s", (type, name, what, args) => {
    const item = { type, id: "x_1", call_id: "call_1", status: "completed", ...what };
    const patch = at("apply_patch_call_operation_diff.delta", { delta: "+" });
    expect(contentOf(added({ type, id: "x_1" }), patch, done(item))).toEqual([
      { type: "call", id: "call_1|x_1", name, argsText: JSON.stringify(args), opaque: item },
    ]);
  });

  test("PROV-9: what the vendor ran itself, and what nobody knows yet, is kept", () => {
    const search = { type: "web_search_call", id: "ws_1", status: "completed" };
    const future = { type: "dream", id: "d_1" };
    const frames = [added(search), done(search), done(future, 1)];
    expect(contentOf(...frames)).toEqual([
      { type: "vendor", label: "web_search_call", opaque: search },
      { type: "vendor", label: "dream", opaque: future },
    ]);
    expect(finishOf([...frames, completed()]).reason).toBe("stop");
  });
});

describe("endings", () => {
  const delta = at("output_text.delta", { content_index: 0, delta: "x" });
  const incomplete = (reason: string) => ({
    type: "response.incomplete",
    response: { status: "incomplete", incomplete_details: { reason }, usage: { output_tokens: 2 } },
  });

  test("PROV-9: incomplete is length, or a refusal when the filter did it", () => {
    const finish = finishOf([delta, incomplete("max_output_tokens")]);
    expect([finish.reason, finish.usage.output]).toEqual(["length", 2]);
    expect(failureOf([delta, incomplete("content_filter")]).failure.kind).toBe("refused");
    const odd = completed({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
    });
    expect(finishOf([delta, odd]).reason).toBe("length");
  });

  test("PROV-9: failed, cancelled and error events are one error", () => {
    const quota = { code: "insufficient_quota", message: "You exceeded your current quota" };
    const failed = { type: "response.failed", response: { error: quota } };
    expect(failureOf([{ type: "error", error: quota }, failed]).failure.kind).toBe("billing");
    expect(failureOf([failed]).failure).toMatchObject({ kind: "billing", message: quota.message });
    expect(failureOf([{ type: "error", ...quota }]).failure.kind).toBe("billing");
    const cancelled = { type: "response.cancelled", response: {} };
    expect(failureOf([delta, cancelled]).failure.message).toContain("cancelled");
    expect(failureOf([{ error: { message: "slow down", code: 429 } }]).failure.kind).toBe(
      "rate_limit",
    );
    expect(
      failureOf([{ type: "error", status: 503, error: { message: "x" } }]).failure,
    ).toMatchObject({
      kind: "overloaded",
      retryable: true,
    });
  });

  test("PROV-11: a stream without its last event was cut", () => {
    const { failure, partial } = failureOf([delta]);
    expect(failure).toMatchObject({ kind: "protocol", retryable: false });
    expect(partial?.content).toEqual([{ type: "text", text: "x" }]);
    expect(failureOf([]).partial).toBeNull();
  });

  test("PROV-31: negative counts are left out with one warning", () => {
    const events = run([completed({ usage: { input_tokens: -3, output_tokens: 2 } })]);
    expect(events.filter((e) => e.type === "warning")).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ usage: { input: null, output: 2 } });
  });
});
