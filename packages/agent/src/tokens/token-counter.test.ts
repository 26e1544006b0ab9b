import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import type { Message } from "@squire/protocol";
import { estimateTokens } from "./estimate.ts";
import { tokenCounter } from "./token-counter.ts";

const reply: Message = {
  role: "assistant",
  origin: { provider: "mock", wire: "scripted", model: "test-1" },
  content: [
    { type: "thinking", text: "I should look." },
    { type: "call", id: "c1", name: "read", argsText: '{"path":"a.ts"}' },
    { type: "vendor", label: "search", opaque: { query: "a long query about many things" } },
  ],
};

function counting() {
  const seen: string[] = [];
  const counter = tokenCounter((text) => {
    seen.push(text);
    return estimateTokens(text);
  });
  return { counter, seen };
}

test("LOOP-17: every kind of block counts", () => {
  const { counter, seen } = counting();
  expect(counter.message(reply)).toBeGreaterThan(20);
  expect(seen).toEqual([
    "I should look.",
    "read",
    '{"path":"a.ts"}',
    '{"query":"a long query about many things"}',
  ]);
  const image = { type: "image", mimeType: "image/png", data: "A".repeat(90_000) } as const;
  expect(counter.message({ role: "user", content: [image] })).toBe(1504);
});

test("LOOP-17: a message is counted once, a list that grows costs what is new", () => {
  const { counter, seen } = counting();
  const messages: Message[] = [userText("one"), reply];
  const first = counter.messages(messages);
  const counted = seen.length;
  messages.push(userText("two"));
  expect(counter.messages(messages.slice())).toBe(first + counter.message(userText("two")));
  expect(counter.messages([])).toBe(0);
  expect(seen.slice(counted)).toEqual(["two", "two"]);
});

test("LOOP-17: a list that is not the last one grown is summed anew", () => {
  const { counter } = counting();
  const one = userText("one");
  const two = userText("two and more");
  const three = userText("three, and much more than that");
  counter.messages([one, two, three]);
  expect(counter.messages([one, three])).toBe(counter.message(one) + counter.message(three));
  expect(counter.messages([two])).toBe(counter.message(two));
  counter.messages([one, two, three]);
  expect(counter.messages([two, two, three])).toBe(
    2 * counter.message(two) + counter.message(three),
  );
});

test("LOOP-17: tools cost their names, words and schemas", () => {
  const { counter } = counting();
  const tool = { name: "read", description: "Read a file.", parameters: { type: "object" } };
  expect(counter.tools([])).toBe(0);
  expect(counter.tools([tool, tool])).toBe(2 * counter.tools([tool]));
});
