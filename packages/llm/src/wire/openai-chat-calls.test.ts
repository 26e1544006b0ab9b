import { expect, test } from "bun:test";
import type { ModelEvent } from "@squire/protocol";
import { isTerminal } from "@squire/protocol";
import { openaiChat } from "./openai-chat.ts";

function run(frames: readonly unknown[]): readonly ModelEvent[] {
  const stepper = openaiChat.stepper(
    { provider: "acme", api: "openai-completions", compat: {} },
    "m-1",
  );
  return [...frames.flatMap((frame) => stepper.step(frame)), ...stepper.done(), ...stepper.end()];
}

function finishOf(frames: readonly unknown[]) {
  const terminal = run(frames).find(isTerminal);
  if (terminal?.type !== "finish") throw new Error(JSON.stringify(terminal));
  return terminal;
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const stop = chunk({}, "stop");
const calls = (...tool_calls: object[]) => chunk({ tool_calls });
const part = (index: number, rest: object, id?: string) => ({ index, id, function: rest });

function callsOf(frames: readonly unknown[]) {
  return finishOf([...frames, chunk({}, "tool_calls")]).message.content.filter(
    (b) => b.type === "call",
  );
}

test("PROV-6: pieces are put together by index, whatever they repeat", () => {
  const frames = [
    chunk({ content: "ok" }),
    calls(
      part(0, { name: "a", arguments: "" }, "c1"),
      part(1, { name: "b", arguments: "{" }, "c2"),
    ),
    calls(part(0, { arguments: '{"x":' }, "")),
    calls(part(1, { arguments: "}" }, "c2"), part(0, { name: "a", arguments: "1}" }, "c1")),
    calls({ index: 0, id: "", function: { arguments: null } }),
  ];
  expect(callsOf(frames)).toEqual([
    { type: "call", id: "c1", name: "a", argsText: '{"x":1}' },
    { type: "call", id: "c2", name: "b", argsText: "{}" },
  ]);
  const ends = run([...frames, chunk({}, "tool_calls")]).filter((e) => e.type === "block.end");
  expect(ends.map((e) => e.block)).toEqual([0, 1, 2]);
});

test("PROV-6: calls without an index are told apart by id", () => {
  const entry = (id: string, args: string) => ({ id, function: { name: "a", arguments: args } });
  const frames = [
    calls(entry("c1", '{"n":1}'), entry("c2", '{"n":'), { function: { arguments: "2}" } }),
  ];
  expect(callsOf(frames).map((c) => c.argsText)).toEqual(['{"n":1}', '{"n":2}']);
});

test("PROV-6: parallel calls that are all numbered 0 stay apart", () => {
  const frames = [
    calls(part(0, { name: "a", arguments: "{}" }, "c1")),
    calls(part(0, { name: "a", arguments: '{"n":2}' }, "c2")),
  ];
  expect(callsOf(frames).map((c) => [c.id, c.argsText])).toEqual([
    ["c1", "{}"],
    ["c2", '{"n":2}'],
  ]);
});

test("a whole call sent twice counts once", () => {
  const whole = calls(part(0, { name: "a", arguments: '{"n":1}' }, "c1"));
  expect(callsOf([whole, whole])).toHaveLength(1);
  expect(callsOf([whole, whole])[0]?.argsText).toBe('{"n":1}');
});

test("a name may come late or in pieces, arguments may be an object", () => {
  const frames = [
    calls(part(0, { arguments: "" }, "c1")),
    calls(part(0, { name: "get_" })),
    calls(part(0, { name: "time", arguments: { zone: "utc" } })),
  ];
  expect(callsOf(frames)).toEqual([
    { type: "call", id: "c1", name: "get_time", argsText: '{"zone":"utc"}' },
  ]);
});

test("a legacy function_call is a call, and stop with calls means calls", () => {
  const frames = [
    chunk({ function_call: { name: "a", arguments: "{" } }),
    chunk({ function_call: { arguments: "}" } }),
    stop,
  ];
  const { reason, message } = finishOf(frames);
  expect(reason).toBe("calls");
  expect(message.content).toEqual([{ type: "call", id: "call_1", name: "a", argsText: "{}" }]);
});

test("what a server hides on a call is kept for its return", () => {
  const extra_content = { google: { thought_signature: "sig" } };
  const entry = { ...part(0, { name: "a", arguments: "{}" }, "c1"), extra_content };
  expect(callsOf([calls(entry)])[0]?.opaque).toEqual({ extra_content });
});

test("PROV-5: calls cut by the length limit are delivered as they are", () => {
  const { reason, message } = finishOf([
    calls(part(0, { name: "a", arguments: '{"x' }, "c1")),
    chunk({}, "length"),
  ]);
  expect(reason).toBe("length");
  expect(message.content).toEqual([{ type: "call", id: "c1", name: "a", argsText: '{"x' }]);
});
