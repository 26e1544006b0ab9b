import { expect, test } from "bun:test";
import type { ModelEvent, ModelFailure, ModelRequest } from "@squire/protocol";
import { NO_USAGE, userText } from "@squire/protocol";
import { scriptModel } from "./script-model.ts";

const REQUEST: ModelRequest = { model: "m", messages: [userText("hi")], tools: [] };

const origin = { provider: "p", wire: "w", model: "m" };

function answer(text: string): readonly ModelEvent[] {
  return [
    { type: "start", model: "m" },
    { type: "text.delta", block: 0, text },
    { type: "block.end", block: 0 },
    {
      type: "finish",
      reason: "stop",
      message: { role: "assistant", content: [{ type: "text", text }], origin },
      usage: NO_USAGE,
    },
  ];
}

function jsonl(...events: readonly unknown[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

async function ask(
  model: ReturnType<typeof scriptModel>,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  return Array.fromAsync(model.stream(REQUEST, { signal }));
}

function failureOf(event: ModelEvent | undefined): ModelFailure {
  if (event?.type !== "error") throw new Error(`No error event: ${JSON.stringify(event)}`);
  return event.failure;
}

test("PROV-30: a script gives one recorded reply per request", async () => {
  const model = scriptModel({
    name: "two.jsonl",
    text: jsonl(...answer("one"), ...answer("two\u2028\u0000")),
  });

  expect(model.id).toBe("script/replay");
  expect(await ask(model)).toEqual([...answer("one")]);
  expect(await ask(model)).toEqual([...answer("two\u2028\u0000")]);
});

test("PROV-30: a script that has run out ends in a bad_request", async () => {
  const model = scriptModel({ name: "one.jsonl", text: jsonl(...answer("one")) });
  await ask(model);

  for (const _again of [1, 2]) {
    expect(await ask(model)).toEqual([
      {
        type: "error",
        failure: {
          kind: "bad_request",
          message: "The script has no more replies: all 1 in one.jsonl were used.",
          advice: expect.any(String),
          retryable: false,
        },
        partial: null,
        usage: NO_USAGE,
      },
    ]);
  }
});

test("PROV-30: a bad line is named with its file and line, after the events before it", async () => {
  const [start, delta] = answer("so far");
  const text = `\uFEFF\r\n${jsonl(...answer("one"))}\n${jsonl(start, delta)}{"type":"text.delta","block":"0","text":""}\n${jsonl(...answer("lost"))}`;
  const model = scriptModel({ name: "dir/bad.jsonl", text });
  await ask(model);

  const events = await ask(model);
  expect(events.slice(0, 3)).toEqual([
    { type: "start", model: "m" },
    { type: "text.delta", block: 0, text: "so far" },
    { type: "block.end", block: 0 },
  ]);
  expect(failureOf(events[3]).kind).toBe("protocol");
  expect(failureOf(events[3]).message).toMatch(
    /^dir\/bad\.jsonl line 9: not a model event at block /,
  );
  expect(events[3]).toMatchObject({ partial: { content: [{ type: "text", text: "so far" }] } });
  expect(events).toHaveLength(4);

  // Where the next reply starts is unknown now: nothing is replayed out of step.
  const after = await ask(model);
  expect(after).toHaveLength(1);
  expect(failureOf(after[0])).toEqual(failureOf(events[3]));
  expect(after[0]).toMatchObject({ partial: null });
});

test.each([
  ["not json", "line 1: not JSON"],
  ["[1]", "line 1: not a model event"],
  ['{"type":"unheard"}', "line 1: not a model event at type"],
])("PROV-30: %p is refused as a line", async (line, message) => {
  const events = await ask(scriptModel({ name: "x.jsonl", text: `${line}\n` }));

  expect(events).toHaveLength(1);
  expect(failureOf(events[0]).kind).toBe("protocol");
  expect(failureOf(events[0]).message).toContain(message);
});

test("PROV-30: a script cut off in the middle of a reply ends in a protocol error", async () => {
  const [start, delta] = answer("half");
  const call = { type: "call.delta", block: 1, id: "c", name: "grep", argsText: '{"a' };
  const thought = { type: "thinking.delta", block: 2, text: "hm" };
  const model = scriptModel({ name: "cut.jsonl", text: jsonl(start, delta, call, call, thought) });

  expect((await ask(model)).slice(5)).toEqual([
    { type: "block.end", block: 0 },
    { type: "block.end", block: 1 },
    { type: "block.end", block: 2 },
    {
      type: "error",
      failure: {
        kind: "protocol",
        message: "cut.jsonl line 5: the last reply has no end.",
        advice: expect.any(String),
        retryable: false,
      },
      partial: {
        role: "assistant",
        content: [
          { type: "text", text: "half" },
          { type: "call", id: "c", name: "grep", argsText: '{"a{"a' },
          { type: "thinking", text: "hm" },
        ],
        origin: { provider: "script", wire: "script", model: "m" },
      },
      usage: NO_USAGE,
    },
  ]);
});

test("PROV-30: an abort ends the replay with what was delivered", async () => {
  const model = scriptModel({ name: "a.jsonl", text: jsonl(...answer("one"), ...answer("two")) });
  const abort = new AbortController();
  const seen: ModelEvent[] = [];
  const stream = model.stream(REQUEST, { signal: abort.signal });
  for await (const event of stream) {
    seen.push(event);
    if (event.type === "text.delta") abort.abort();
  }

  expect(seen.map((event) => event.type)).toEqual(["start", "text.delta", "block.end", "error"]);
  expect(seen.at(-1)).toMatchObject({
    failure: { kind: "aborted" },
    partial: { content: [{ type: "text", text: "one" }] },
  });
  expect<ModelEvent[]>([await stream.result()]).toEqual(seen.slice(-1));
  // The aborted reply is used up; the next request gets the next one.
  expect(await ask(model)).toEqual([...answer("two")]);
});

test("PROV-30: the result comes without anybody iterating", async () => {
  const model = scriptModel({ name: "a.jsonl", text: jsonl(...answer("one")) }, "mock/m");
  const { signal } = new AbortController();

  const result = await model.stream(REQUEST, { signal }).result();
  expect<ModelEvent[]>([result]).toEqual(answer("one").slice(3));
});
