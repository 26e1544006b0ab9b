import { expect, test } from "bun:test";
import type { Message, ModelRequest } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { toolSpecs } from "./testing/shelf.ts";

const QUESTION = "How many seats has the arena where the Northby Rovers played?";
const ROVERS = "The Northby Rovers played their home games at the Copper Hall.";
const HALL = "The Copper Hall is an arena. It has 4,200 seats.";

function hit(n: number, title: string, place: string, text: string): string {
  return `${n}. ${title}\nsource: ${place}\n<untrusted source="${place}">\n${text}\n</untrusted>`;
}

const ANSWERS: Readonly<Record<string, string>> = {
  local: [
    hit(1, "Northby Rovers", "rovers.md", ROVERS),
    hit(2, "Team", "team.md", "A team plays."),
  ].join("\n\n"),
  bridge: hit(1, "Copper Hall", "hall.md", HALL),
};

function request(messages: readonly Message[], tools: readonly string[]): ModelRequest {
  return { model: "scout", messages, tools: toolSpecs(tools) };
}

function withOutcomes(decision: Decision, say: () => string, step: number): readonly Message[] {
  if (decision.type !== "look") throw new Error(`It answered: ${decision.text}`);
  const origin = { provider: "squire", wire: "scout", model: "scout" };
  const ids = decision.calls.map((_call, at) => `c${step}_${at}`);
  const blocks = decision.calls.map(({ name, args }, at) => ({
    type: "call" as const,
    id: ids[at] ?? "",
    name,
    argsText: JSON.stringify(args),
  }));
  return [
    { role: "assistant", content: blocks, origin },
    ...decision.calls.map(({ name }, at): Message => {
      const text = say();
      return {
        role: "tool",
        callId: ids[at] ?? "",
        name,
        content: [{ type: "text", text }],
        failed: false,
      };
    }),
  ];
}

test("RES-3 (part): scout searches for the question, its names, then for what joins them, and notes whole sentences", () => {
  const tools = ["local_search", "open_source", "note_evidence"];
  let messages: readonly Message[] = [userText(QUESTION)];
  const first = decide(request(messages, tools));
  expect(first).toMatchObject({
    calls: [{ args: { query: QUESTION } }, { args: { query: "Northby Rovers" } }],
  });
  messages = [...messages, ...withOutcomes(first, () => ANSWERS["local"] ?? "", 1)];
  const second = decide(request(messages, tools));
  expect(second).toMatchObject({
    type: "look",
    calls: [{ name: "local_search", args: { query: "Copper Hall" } }],
  });
  messages = [...messages, ...withOutcomes(second, () => ANSWERS["bridge"] ?? "", 2)];
  const noting = decide(request(messages, tools));
  if (noting.type !== "look") throw new Error(noting.text);
  expect(noting.calls.map(({ args }) => [args["quote"], args["source"]])).toContainEqual([
    ROVERS,
    "rovers.md",
  ]);
  expect(noting.calls.map(({ args }) => [args["quote"], args["source"]])).toContainEqual([
    "It has 4,200 seats.",
    "hall.md",
  ]);
  messages = [...messages, ...withOutcomes(noting, () => "Note [1] is kept.", 3)];
  expect(decide(request(messages, tools))).toMatchObject({ type: "answer" });
});

test("the report is the notes, each with its number", () => {
  const wish = [
    "[The searching is over. Write the report now, from the notes below and from nothing else. Tools are no longer available.]",
    "Write the report.",
    `Question: ${QUESTION}`,
    `Notes:\n[1] ${ROVERS}\n    “${ROVERS}”\n    Northby Rovers — rovers.md:1\n[2] It has 4,200 seats.\n    “It has 4,200 seats.”\n    hall.md:1`,
  ].join("\n\n");
  const said = decide(request([userText(QUESTION), userText(wish)], []));
  expect(said).toEqual({ type: "answer", text: `${ROVERS} [1] It has 4,200 seats. [2]` });
});

test("a search of the web opens the pages it named before it quotes them", () => {
  const tools = ["web_search", "web_fetch", "note_evidence"];
  let messages: readonly Message[] = [userText("Who built the Copper Hall?")];
  const found = `Found by exa:\n<untrusted source="exa search">\n1. Copper Hall\nhttps://a.example/hall\nThe hall of Northby\n\n2. Other\nhttps://b.example/x (2020-01-01)\n</untrusted>`;
  for (let step = 1; step <= 2; step++) {
    const decision = decide(request(messages, tools));
    if (decision.type === "look" && decision.calls[0]?.name === "web_fetch") break;
    messages = [...messages, ...withOutcomes(decision, () => found, step)];
  }
  const opening = decide(request(messages, tools));
  expect(opening).toMatchObject({
    calls: [{ name: "web_fetch", args: { url: "https://a.example/hall" } }, {}],
  });
});

test("a question for the web is searched there only when the user says so", () => {
  const tools = ["web_search", "web_fetch", "grep", "read"];
  const wish = userText("Search the web for the height of the Copper Hall");
  let messages: readonly Message[] = [wish];
  const first = decide(request(messages, tools));
  expect(first).toMatchObject({
    calls: [{ name: "web_search", args: { query: "the height of the Copper Hall" } }],
  });
  const found = `Found by exa:\n<untrusted source="exa search">\n1. Copper Hall\nhttps://a.example/hall\nThe hall\n</untrusted>`;
  messages = [...messages, ...withOutcomes(first, () => found, 1)];
  const second = decide(request(messages, tools));
  expect(second).toMatchObject({
    calls: [{ name: "web_fetch", args: { url: "https://a.example/hall" } }],
  });
  const page = `<untrusted source="https://a.example/hall">\n# Copper Hall\n\nThe Copper Hall has a height of 31 metres.\n</untrusted>`;
  messages = [...messages, ...withOutcomes(second, () => page, 2)];
  expect(decide(request(messages, tools)).text).toContain(
    "> The Copper Hall has a height of 31 metres.\n> — https://a.example/hall",
  );
  const local = decide(request([userText("What is the height of the Copper Hall?")], tools));
  expect(local.type === "look" && local.calls.every(({ name }) => name === "grep")).toBe(true);
});
