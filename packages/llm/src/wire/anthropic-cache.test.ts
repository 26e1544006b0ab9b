import { expect, test } from "bun:test";
import type { AssistantMessage, Message, ModelRequest } from "@squire/protocol";
import { userText } from "@squire/protocol";
import { withoutCacheMarkers } from "./anthropic-cache.ts";
import { anthropicMessages } from "./anthropic.ts";
import { extendsBody } from "./body.ts";
import type { Target } from "./contract.ts";
import { encoded } from "./testing/encoded.ts";

const target: Target = { provider: "anthropic", api: "anthropic-messages", compat: {} };
const SHORT = ',"cache_control":{"type":"ephemeral"}';
const LONG = ',"cache_control":{"type":"ephemeral","ttl":"1h"}';

const origin = { provider: "anthropic", wire: "anthropic-messages", model: "m" };
const reply = (...content: AssistantMessage["content"]): AssistantMessage => ({
  role: "assistant",
  content,
  origin,
});
const call = (id: string) => ({ type: "call", id, name: "f", argsText: "{}" }) as const;
const outcome = (callId: string): Message => ({
  role: "tool",
  callId,
  name: "f",
  content: [{ type: "text", text: "done" }],
  failed: false,
});

function encode(request: Partial<ModelRequest>, to: Target = target): string {
  return encoded(anthropicMessages, { model: "m", messages: [], tools: [], ...request }, to).body;
}

/** What stands right before each marker, shortened. */
function places(body: string, marker = SHORT): readonly string[] {
  return body
    .split(marker)
    .slice(0, -1)
    .map((before) => before.slice(before.lastIndexOf('{"type"')));
}

const tools = [
  { name: "a", description: "", parameters: {} },
  { name: "b", description: "", parameters: {} },
];

test("PROV-23: breakpoints end the prefix and the last two requests", () => {
  const messages = [
    userText("one"),
    reply({ type: "text", text: "two" }),
    userText("three"),
    reply(call("x"), call("y")),
    outcome("x"),
    outcome("y"),
  ];
  const body = encode({ system: "sys", tools, messages });
  expect(places(body)).toEqual([
    '{"type":"text","text":"sys"',
    '{"type":"text","text":"three"',
    '{"type":"text","text":"done"}]',
  ]);
  expect(body).toEndWith(
    `"tool_use_id":"y","content":[{"type":"text","text":"done"}]${SHORT}}]}]}`,
  );
  expect(places(encode({ system: "sys", tools, messages: messages.slice(0, 3) }))).toEqual([
    '{"type":"text","text":"sys"',
    '{"type":"text","text":"one"',
    '{"type":"text","text":"three"',
  ]);
});

test("PROV-23: without system text the prefix ends with the last tool", () => {
  const body = encode({ tools, messages: [userText("hi")] });
  expect(body).toContain(`{"name":"b","input_schema":{"type":"object","properties":{}}${SHORT}}]`);
  expect(body.split(SHORT)).toHaveLength(3);
});

test("PROV-23: thinking cannot carry a breakpoint, the block before it does", () => {
  const signed = { type: "thinking", signature: "s" };
  const thinking = { type: "thinking", text: "t", opaque: signed } as const;
  const messages = [userText("a"), reply({ type: "text", text: "b" }, thinking)];
  expect(places(encode({ messages }))).toEqual([
    '{"type":"text","text":"a"',
    '{"type":"text","text":"b"',
  ]);
  expect(places(encode({ messages: [userText("a"), reply(thinking)] }))).toEqual([
    '{"type":"text","text":"a"',
  ]);
});

test("PROV-23: long retention is asked for where it is known, breakpoints only where wanted", () => {
  const request = { messages: [userText("a")], cacheRetention: "long" } as const;
  expect(places(encode(request), LONG)).toHaveLength(1);
  const noLong = { ...target, compat: { supportsLongCache: false } };
  expect(places(encode(request, noLong))).toHaveLength(1);
  const none = { ...target, compat: { supportsCacheControl: false } };
  expect(encode({ ...request, system: "s", tools }, none)).not.toContain("cache_control");
});

test("LOOP-3: markers come off exactly, whatever the conversation says", () => {
  const trap = `x"}${SHORT}${LONG}`;
  const args = `{"k":1${SHORT}}`;
  const vendor = { type: "novelty", k: 1, cache_control: { type: "ephemeral" } };
  const messages = [
    userText(trap),
    reply(
      { type: "text", text: trap },
      { type: "call", id: "x", name: "f", argsText: args },
      { type: "vendor", label: "novelty", opaque: vendor },
    ),
    outcome("x"),
  ];
  const bare = { ...target, compat: { supportsCacheControl: false } };
  const body = encode({ system: trap, messages });
  expect(body).not.toBe(encode({ system: trap, messages }, bare));
  expect(withoutCacheMarkers(body)).toBe(encode({ system: trap, messages }, bare));
  expect(JSON.parse(body)).toMatchObject({
    messages: [
      {},
      { content: [{ text: trap }, { input: JSON.parse(args) as object }, vendor] },
      {},
    ],
  });
});

test("LOOP-3: outcomes that arrive one by one extend the body", () => {
  const messages = [userText("a"), reply(call("x"), call("y")), outcome("x"), outcome("y")];
  const bodies = messages.map((_, at) =>
    withoutCacheMarkers(encode({ messages: messages.slice(0, at + 1) })),
  );
  for (const [at, body] of bodies.slice(1).entries()) {
    expect(extendsBody(bodies[at] ?? "", body)).toBe(true);
  }
});
