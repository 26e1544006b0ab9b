import { describe, expect, test } from "bun:test";
import type { ModelEvent } from "@squire/protocol";
import { isTerminal } from "@squire/protocol";
import type { Compat } from "../compat.ts";
import { openaiChat } from "./openai-chat.ts";
import { errorIn, finishIn } from "./testing/terminals.ts";

const DONE = "[DONE]";
const CUT = "cut";

/** Frames in, events out; the stream ends with `[DONE]` unless `CUT` is its last frame. */
function run(frames: readonly unknown[], compat: Compat = {}): readonly ModelEvent[] {
  const stepper = openaiChat.stepper(
    { provider: "acme", api: "openai-completions", compat },
    "m-1",
  );
  const whole = frames.at(-1) === CUT ? frames.slice(0, -1) : [...frames, DONE];
  const events = whole.flatMap((frame) => (frame === DONE ? stepper.done() : stepper.step(frame)));
  return [...events, ...stepper.end()];
}

const finishOf = (frames: readonly unknown[], compat: Compat = {}) => finishIn(run(frames, compat));
const failureOf = (frames: readonly unknown[], compat: Compat = {}) => errorIn(run(frames, compat));

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const stop = chunk({}, "stop");

test("PROV-3: text becomes one block between start and finish", () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  const frames = [
    chunk({ role: "assistant", content: "" }),
    chunk({ content: "He" }),
    chunk({ content: "y" }),
    stop,
  ];
  expect(run([...frames, { choices: [], usage }])).toEqual([
    { type: "start", model: "m-1" },
    { type: "text.delta", block: 0, text: "He" },
    { type: "text.delta", block: 0, text: "y" },
    { type: "block.end", block: 0 },
    {
      type: "finish",
      reason: "stop",
      message: {
        role: "assistant",
        content: [{ type: "text", text: "Hey" }],
        origin: { provider: "acme", wire: "openai-completions", model: "m-1" },
      },
      usage: {
        input: 3,
        output: 2,
        cacheRead: null,
        cacheWrite: null,
        reasoning: null,
        total: 5,
        raw: usage,
      },
    },
  ]);
});

describe("prose", () => {
  test.each(["reasoning_content", "reasoning", "reasoning_text"])(
    "PROV-3: %s is thinking",
    (key) => {
      const { message } = finishOf([
        chunk({ [key]: "a", content: null }),
        chunk({ content: "b" }),
        stop,
      ]);
      expect(message.content).toEqual([
        { type: "thinking", text: "a" },
        { type: "text", text: "b" },
      ]);
    },
  );

  test("the same reasoning under two names counts once", () => {
    const frames = [chunk({ reasoning: "a", reasoning_content: "a" }), stop];
    expect(finishOf(frames).message.content).toEqual([{ type: "thinking", text: "a" }]);
  });

  test("PROV-3: every switch of kind closes a block and opens a new one", () => {
    const frames = [
      chunk({ content: "1" }),
      chunk({ reasoning: "2" }),
      chunk({ content: "3" }),
      stop,
    ];
    const events = run(frames).map((e) => ("block" in e ? `${e.type} ${e.block}` : e.type));
    expect(events).toEqual([
      "start",
      "text.delta 0",
      "block.end 0",
      "thinking.delta 1",
      "block.end 1",
      "text.delta 2",
      "block.end 2",
      "finish",
    ]);
  });

  test("content may be parts, thinking among them", () => {
    const parts = [
      { type: "thinking", thinking: [{ type: "text", text: "why" }] },
      { type: "text", text: "so" },
      { type: "reference", reference_ids: [1] },
    ];
    expect(finishOf([chunk({ content: parts }), stop]).message.content).toEqual([
      { type: "thinking", text: "why" },
      { type: "text", text: "so" },
    ]);
  });

  test("a refusal is text, nulls are nothing", () => {
    const frames = [
      chunk({ content: null, refusal: null, tool_calls: null, reasoning: null }),
      { choices: null, usage: null },
      { choices: [null] },
      chunk({ refusal: "No." }),
      stop,
    ];
    expect(finishOf(frames).message.content).toEqual([{ type: "text", text: "No." }]);
  });

  test("a whole message adds only what the deltas lacked", () => {
    const frames = [
      chunk({ content: "He" }),
      { choices: [{ message: { content: "Hey" }, finish_reason: "stop" }] },
    ];
    expect(finishOf(frames).message.content).toEqual([{ type: "text", text: "Hey" }]);
  });

  test("PROV-17: reasoning details are merged and kept on the thinking block", () => {
    const detail = (text: string) => ({ type: "reasoning.text", index: 0, text, signature: null });
    const frames = [
      chunk({ reasoning: "a", reasoning_details: [detail("a")] }),
      chunk({ reasoning: "b", reasoning_details: [{ ...detail("b"), signature: "s" }] }),
      chunk({ reasoning_details: [{ type: "reasoning.encrypted", index: 1, data: "e" }] }),
      chunk({ content: "c" }),
      stop,
    ];
    expect(finishOf(frames).message.content[0]).toEqual({
      type: "thinking",
      text: "ab",
      opaque: {
        reasoning_details: [
          { type: "reasoning.text", index: 0, text: "ab", signature: "s" },
          { type: "reasoning.encrypted", index: 1, data: "e" },
        ],
      },
    });
  });

  test("PROV-17: details without readable text still come back", () => {
    const hidden = { type: "reasoning.encrypted", data: "e" };
    const { message } = finishOf([chunk({ content: "c", reasoning_details: [hidden] }), stop]);
    expect(message.content).toEqual([
      { type: "text", text: "c" },
      { type: "thinking", text: "", opaque: { reasoning_details: [hidden] } },
    ]);
  });
});

describe("usage", () => {
  const usageOf = (...frames: object[]) => {
    const { raw: _raw, ...usage } = finishOf([chunk({ content: "x" }), stop, ...frames]).usage;
    return usage;
  };
  const none = {
    input: null,
    output: null,
    cacheRead: null,
    cacheWrite: null,
    reasoning: null,
    total: null,
  };

  test("PROV-31: what is not reported is null", () => {
    expect(usageOf()).toEqual(none);
    expect(usageOf({ usage: { prompt_tokens: 4 } })).toEqual({ ...none, input: 4 });
  });

  test("PROV-31: details are read and the last report wins", () => {
    const first = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const second = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 15,
      prompt_tokens_details: { cached_tokens: 8, cache_write_tokens: 1 },
      completion_tokens_details: { reasoning_tokens: 3 },
    };
    expect(usageOf({ usage: first }, { usage: second }, { usage: null }, { usage: {} })).toEqual({
      input: 10,
      output: 5,
      cacheRead: 8,
      cacheWrite: 1,
      reasoning: 3,
      total: 15,
    });
  });

  test("PROV-31: output includes reasoning the vendor left out of it", () => {
    const usage = { prompt_tokens: 12, completion_tokens: 2, total_tokens: 354 };
    expect(usageOf({ usage }).output).toBe(342);
  });

  test("PROV-31: other places and names for the same numbers", () => {
    expect(usageOf({ x_groq: { usage: { prompt_tokens: 7 } } }).input).toBe(7);
    expect(usageOf({ choices: [{ usage: { prompt_tokens: 8 } }] }).input).toBe(8);
    expect(usageOf({ usage: { prompt_cache_hit_tokens: 6 } }).cacheRead).toBe(6);
  });

  test("PROV-31: negative numbers are left out with one warning", () => {
    const usage = { prompt_tokens: -1, completion_tokens: 4 };
    const events = run([chunk({ content: "x" }), { usage }, { usage }, stop]);
    expect(events.filter((e) => e.type === "warning").map((e) => e.code)).toEqual([
      "usage.invalid",
    ]);
    expect(finishOf([chunk({ content: "x" }), { usage }, stop]).usage).toMatchObject({
      input: null,
      output: 4,
    });
  });
});

describe("endings", () => {
  const said = chunk({ content: "x" });

  test.each([
    ["stop", "stop"],
    ["length", "length"],
    ["model_length", "length"],
  ] as const)("PROV-3: %s ends as %s", (given, reason) => {
    expect(finishOf([said, chunk({}, given)]).reason).toBe(reason);
  });

  test("PROV-11: a content filter is a refusal, with what was said before", () => {
    const { failure, partial } = failureOf([said, chunk({}, "content_filter")]);
    expect(failure).toMatchObject({ kind: "refused", retryable: false });
    expect(partial?.content).toEqual([{ type: "text", text: "x" }]);
    expect(failureOf([said, chunk({}, "content_filter"), CUT]).failure.kind).toBe("refused");
  });

  test("PROV-11: the vendor's own failures are failures", () => {
    expect(failureOf([chunk({}, "error")]).failure.kind).toBe("protocol");
    const busy = failureOf([chunk({}, "insufficient_system_resource")]).failure;
    expect(busy).toMatchObject({ kind: "overloaded", retryable: true });
  });

  test("an unknown or missing reason is a warning when there is content", () => {
    const codes = (frames: unknown[]) =>
      run(frames).flatMap((e) => (e.type === "warning" ? [e.code] : []));
    expect(codes([said, chunk({}, "tired")])).toEqual(["finish.unknown"]);
    expect(codes([said])).toEqual(["finish.missing"]);
    expect(finishOf([said]).reason).toBe("stop");
  });

  test("PROV-11: a reply without anything is an error", () => {
    expect(failureOf([]).failure.message).toContain("empty reply");
    expect(failureOf([chunk({}, "tired")]).failure.message).toContain("tired");
  });

  test("PROV-11: a stream without [DONE] was cut, and says how to accept it", () => {
    const { failure, partial } = failureOf([said, CUT]);
    expect(failure).toMatchObject({ kind: "protocol", retryable: false });
    expect(partial?.content).toHaveLength(1);
    expect(failureOf([said, stop, CUT]).failure.advice).toContain("compat.requires_done = false");
    expect(finishOf([said, stop, CUT], { requiresDone: false }).reason).toBe("stop");
    expect(failureOf([said, CUT], { requiresDone: false }).failure.kind).toBe("protocol");
  });
});

describe("errors in the stream", () => {
  test.each([
    [{ error: { message: "Rate limit reached", code: 429 } }, "rate_limit", "Rate limit reached"],
    [{ error: { message: "no credit", code: "insufficient_quota" } }, "billing", "no credit"],
    [{ error: "plain words" }, "protocol", "plain words"],
    [{ object: "error", message: "maximum context length is 9", code: 400 }, "overflow", "maximum"],
    [{ detail: "Not authenticated: invalid token" }, "auth", "Not authenticated"],
    [{ detail: [{ msg: "field required" }] }, "protocol", "field required"],
    [{ code: "Throttling", message: "slow down" }, "rate_limit", "slow down"],
    [
      {
        error: { message: "Provider returned error", code: 502, metadata: { raw: "boom" } },
        choices: [],
      },
      "overloaded",
      "Provider returned error: boom",
    ],
  ])("PROV-11: %j", (frame, kind, words) => {
    const { failure } = failureOf([frame]);
    expect(failure.kind).toBe(kind as typeof failure.kind);
    expect(failure.message).toContain(words);
  });

  test("PROV-13: an error after text is not retryable and nothing follows it", () => {
    const busy = { error: { message: "overloaded", code: 503 } };
    expect(failureOf([busy]).failure.retryable).toBe(true);
    const events = run([chunk({ content: "x" }), busy, chunk({ content: "y" }), stop]);
    const end = events.at(-1);
    expect(end).toMatchObject({ type: "error", failure: { kind: "overloaded", retryable: false } });
    expect(events.filter(isTerminal)).toHaveLength(1);
  });
});
