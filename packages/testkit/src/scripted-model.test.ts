import { expect, test } from "bun:test";
import type { Model, ModelEvent, ModelRequest } from "@squire/protocol";
import { isTerminal, ModelEventSchema, NO_USAGE, textOf, userText } from "@squire/protocol";
import { ScriptedModel } from "./scripted-model.ts";
import { call, fail, hang, reply, say, think } from "./turn.ts";

const REQUEST: ModelRequest = { model: "test-1", messages: [userText("hi")], tools: [] };

function ask(model: Model, signal = new AbortController().signal): Promise<ModelEvent[]> {
  return Array.fromAsync(model.stream(REQUEST, { signal }));
}

const origin = { provider: "scripted", wire: "scripted", model: "test-1" };

test("a turn becomes start, deltas, block ends and one finish", async () => {
  const model = new ScriptedModel(
    reply(
      think("hm", { signature: "s" }),
      say("Grüß dich", { deltaSize: 5 }),
      call("ls", { a: 1 }, { deltaSize: 4 }),
    ),
  );

  const events = await ask(model);
  expect(events).toEqual([
    { type: "start", model: "test-1" },
    { type: "thinking.delta", block: 0, text: "hm" },
    { type: "block.end", block: 0 },
    { type: "text.delta", block: 1, text: "Grüß" },
    { type: "text.delta", block: 1, text: " dic" },
    { type: "text.delta", block: 1, text: "h" },
    { type: "block.end", block: 1 },
    { type: "call.delta", block: 2, id: "call_1", name: "ls", argsText: "" },
    { type: "call.delta", block: 2, id: "call_1", name: "ls", argsText: '{"a"' },
    { type: "call.delta", block: 2, id: "call_1", name: "ls", argsText: ":1}" },
    { type: "block.end", block: 2 },
    {
      type: "finish",
      reason: "calls",
      message: {
        role: "assistant",
        content: [
          { type: "thinking", text: "hm", opaque: "s" },
          { type: "text", text: "Grüß dich" },
          { type: "call", id: "call_1", name: "ls", argsText: '{"a":1}' },
        ],
        origin,
      },
      usage: { ...NO_USAGE, input: 10, output: 5, total: 15 },
    },
  ]);
  for (const event of events) expect(ModelEventSchema.parse(event)).toEqual(event);
  model.assertDone();
});

test("every request is kept as it was shown, out of reach", async () => {
  const model = new ScriptedModel(say("a"), say("b"));
  const messages = [userText("one")];
  const { signal } = new AbortController();
  await model.stream({ ...REQUEST, messages }, { signal }).result();
  messages.push(userText("two"));

  expect(model.requests).toEqual([{ ...REQUEST, messages: [userText("one")] }]);
  expect(() => Object.assign(model.requests[0]?.messages[0] ?? {}, { role: "tool" })).toThrow();
});

test("a request beyond the script fails in the stream and in assertDone", async () => {
  const model = new ScriptedModel(say("only"));
  await ask(model);
  model.assertDone();

  const events = await ask(model);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ type: "error", failure: { kind: "bad_request" } });
  expect(model.overrun).toEqual([REQUEST]);
  expect(() => model.assertDone()).toThrow(/1 replies[\s\S]*"text": "hi"/);
});

test("a reply nobody asked for fails in assertDone", () => {
  expect(() => new ScriptedModel(say("x"), say("y")).assertDone()).toThrow("2 of 2");
});

test("a reply can be made from the request", async () => {
  const model = ScriptedModel.withId("mock/x", ({ messages: [first] }) =>
    say(`You said ${first ? textOf(first) : "nothing"}.`),
  );

  expect(model.id).toBe("mock/x");
  expect((await ask(model)).at(-1)).toMatchObject({
    message: {
      content: [{ type: "text", text: "You said hi." }],
      origin: { provider: "mock", wire: "scripted", model: "test-1" },
    },
  });
});

test("a failure ends the stream, with what came before it as partial", async () => {
  const model = new ScriptedModel(
    fail("auth", "bad key", { status: 401 }),
    reply(say("half"), fail("network", "cut")),
  );

  const failure = { kind: "auth" as const, message: "bad key", status: 401, retryable: false };
  expect(await ask(model)).toEqual([{ type: "error", failure, partial: null, usage: NO_USAGE }]);
  expect((await ask(model)).at(-1)).toEqual({
    type: "error",
    failure: { kind: "network", message: "cut", retryable: true },
    partial: { role: "assistant", content: [{ type: "text", text: "half" }], origin },
    usage: NO_USAGE,
  });
});

test("an abort closes the open block and keeps the partial reply", async () => {
  const model = new ScriptedModel(reply(say("done"), call("ls", { path: "somewhere" })));
  const abort = new AbortController();
  const seen: ModelEvent[] = [];
  for await (const event of model.stream(REQUEST, { signal: abort.signal })) {
    seen.push(event);
    if (event.type === "call.delta" && event.argsText !== "") abort.abort();
  }

  expect(seen.slice(-2)).toEqual([
    { type: "block.end", block: 1 },
    {
      type: "error",
      failure: { kind: "aborted", message: "The request was aborted.", retryable: false },
      partial: {
        role: "assistant",
        content: [
          { type: "text", text: "done" },
          { type: "call", id: "call_1", name: "ls", argsText: '{"path"' },
        ],
        origin,
      },
      usage: NO_USAGE,
    },
  ]);
  expect(seen.filter(isTerminal)).toHaveLength(1);
});

test("a request that was aborted before it began gets nothing but the error", async () => {
  const events = await ask(new ScriptedModel(say("x")), AbortSignal.abort());

  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ failure: { kind: "aborted" }, partial: null });
});

test("a hanging reply waits for the abort", async () => {
  const model = new ScriptedModel(reply(say("so far"), hang()));
  const abort = new AbortController();
  const stream = model.stream(REQUEST, { signal: abort.signal });
  let over = false;
  const result = stream.result().finally(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(over).toBe(false);

  abort.abort();
  expect(await result).toMatchObject({
    failure: { kind: "aborted" },
    partial: { content: [{ text: "so far" }] },
  });
});

test("the result is the same with and without readers, also with two", async () => {
  const model = new ScriptedModel(say("a"), say("b"));
  const { signal } = new AbortController();
  const unread = model.stream(REQUEST, { signal });
  expect(await unread.result()).toMatchObject({ type: "finish" });

  const stream = model.stream(REQUEST, { signal });
  for await (const _event of stream) break;
  const [one, two, result] = await Promise.all([
    Array.fromAsync(stream),
    Array.fromAsync(stream),
    stream.result(),
  ]);
  expect(one).toEqual(two);
  expect(one.map((event) => event.type)).toEqual(["start", "text.delta", "block.end", "finish"]);
  expect<ModelEvent[]>([result]).toEqual(one.slice(-1));
});
