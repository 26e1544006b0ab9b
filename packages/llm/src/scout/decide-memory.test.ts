import { expect, test } from "bun:test";
import type { Message } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { decide } from "./decide.ts";
import { toolSpecs } from "./testing/shelf.ts";

const TOOLS = toolSpecs(["memory_search", "grep", "read"]);
const ASKED = userText("What did we decide about the harbour lamp?");

function after(text: string): readonly Message[] {
  const origin = { provider: "squire", wire: "scout", model: "scout" };
  const call = { type: "call", id: "c1", name: "memory_search", argsText: "{}" } as const;
  return [
    ASKED,
    { role: "assistant", content: [call], origin },
    {
      role: "tool",
      callId: "c1",
      name: "memory_search",
      content: [{ type: "text", text }],
      failed: false,
    },
  ];
}

test("MEM-16 (part): what was said before is looked up in memory and quoted with who said it and when", () => {
  const request = { model: "scout", tools: TOOLS };
  expect(decide({ ...request, messages: [ASKED] })).toMatchObject({
    type: "look",
    calls: [{ name: "memory_search" }],
  });
  const found =
    "[Lamps, user, 2026-01-04]\nWe decide to paint the harbour lamp green. It was red.\n\n[Soup, user, 2026-01-05]\nThe soup is hot.";
  const said = decide({ ...request, messages: after(found) });
  expect(said.text).toContain(
    "> We decide to paint the harbour lamp green.\n> — Lamps, user, 2026-01-04",
  );
});

test("what memory does not hold is searched for in the files", () => {
  const messages = after("Nothing in memory speaks of this.");
  const next = decide({ model: "scout", tools: TOOLS, messages });
  expect(next.type === "look" && next.calls.every(({ name }) => name === "grep")).toBe(true);
});

test("a question that is not about the past does not ask memory", () => {
  const next = decide({ model: "scout", tools: TOOLS, messages: [userText("Where is the lamp?")] });
  expect(next.type === "look" && next.calls.some(({ name }) => name === "memory_search")).toBe(
    false,
  );
});
