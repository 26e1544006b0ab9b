import { describe, expect, test } from "bun:test";
import type { Message } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { playTurn, shelfOf, toolSpecs } from "./testing/shelf.ts";
import { unquotedLines } from "./testing/unquoted.ts";

const TOOLS = toolSpecs(["memory_search", "grep", "read"]);
const ASKED = "What did we decide about the harbour lamp?";
const LAMPS =
  "[session “Lamps, big and small”, user, 2026-01-04T10:00:00.000Z]\nWe decide to paint the harbour lamp green. It was red.";
const SOUP = "[session “Soup”, user, 2026-01-05T10:00:00.000Z]\nThe soup is hot.";

function after(question: string, text: string, before: readonly Message[] = []): Decision {
  const origin = { provider: "squire", wire: "scout", model: "scout" };
  const call = { type: "call", id: "c1", name: "memory_search", argsText: "{}" } as const;
  const content = [{ type: "text", text }] as const;
  const messages: readonly Message[] = [
    ...before,
    userText(question),
    { role: "assistant", content: [call], origin },
    { role: "tool", callId: "c1", name: "memory_search", content, failed: false },
  ];
  return decide({ model: "scout", tools: TOOLS, messages });
}

function callsOf(question: string): readonly string[] {
  const next = decide({ model: "scout", tools: TOOLS, messages: [userText(question)] });
  return next.type === "look" ? next.calls.map(({ name }) => name) : [];
}

describe("questions about what was said before", () => {
  test("MEM-16 (part): memory is asked first, and quoted with the session, who said it and the day", () => {
    expect(callsOf(ASKED)).toEqual(["memory_search"]);
    const { text } = after(ASKED, `${LAMPS}\n\n${SOUP}`);
    expect(text).toBe(
      "What I found of what was said before:\n\n> We decide to paint the harbour lamp green. It was red.\n> — session “Lamps, big and small”, user, 2026-01-04",
    );
    expect(unquotedLines(text, `${ASKED}\n${LAMPS}`)).toEqual([]);
  });

  test("the ways to ask about us are known, and what only sounds like them is not", () => {
    const past = [
      "When did I tell you about my dog?",
      "What did we talk about?",
      "Do you remember the name of the server?",
      "What was the port in our last session?",
      "What did I say in the session “Harbour lamp”?",
      "Have I mentioned a colour?",
      "Which colour have we agreed on?",
      "Find the conversation about lamps.",
      "What happened in the session “Harbour lamp”?",
      "Which colour was settled in the last talk?",
      "Show me the last conversation",
      "What's in the last conversation?",
      "Summarise the last session",
      "list past sessions",
      "Please show us the previous sessions.",
      "What is in the last session?",
      "Find the talk with Anna",
      "What's the outcome of the previous discussion?",
      "What are the past conversations?",
    ];
    for (const question of past) expect(callsOf(question)).toEqual(["memory_search"]);
    const present = [
      "Where is the lamp?",
      "How does the remember tool work?",
      "Where is the session log written?",
      "What did the parser say?",
      "How does the session log work?",
      "Where is the chat with the server opened?",
      "How is a session from a log restored?",
      "How are entries read from the session?",
      "How are previous sessions listed?",
      "Can you show me where the last session is opened?",
      "How do I open a session with a model?",
      "How is a conversation with a model opened?",
      "Where is the last conversation stored?",
      "Explain how the previous conversation is restored.",
      "Find the function that loads the last conversation.",
      "What is the last conversation id?",
      "Show the previous session handling",
      "What closes the last session?",
    ];
    for (const question of present) expect(callsOf(question)).not.toContain("memory_search");
  });

  test("when it was said is answered by the day", () => {
    expect(after("When did we decide about the harbour lamp?", LAMPS).text).toStartWith(
      "It was said on 2026-01-04:\n\n> We decide to paint",
    );
  });

  test("without a topic the talks are named, the last one first", () => {
    expect(after("What did we talk about?", `${LAMPS}\n\n${SOUP}`).text).toBe(
      "The talks that I found, the last one first:\n\n- session “Soup”, user, 2026-01-05\n- session “Lamps, big and small”, user, 2026-01-04",
    );
  });

  test("a summary of the last talk is no summary of the files", () => {
    for (const question of ["Summarise the last session", "Show me the last conversation"]) {
      expect(after(question, LAMPS).text).toStartWith("The talks that I found");
    }
  });

  test("what scout answered then is no memory, nor is a question", () => {
    const asked = "[session “Lamp”, user, 2026-01-06]\nWhat did we decide about the harbour lamp?";
    const said =
      "[session “Lamp”, assistant, 2026-01-06]\nI found nothing that answers this. I searched for harbour, lamp.";
    const next = after(ASKED, `${asked}\n\n${said}`);
    expect(next.type === "look" && next.calls.every(({ name }) => name === "grep")).toBe(true);
    expect(after("What did I ask about the harbour lamp?", asked).text).toContain(
      "> What did we decide about the harbour lamp?\n> — session “Lamp”, user, 2026-01-06",
    );
  });

  test("what the user wanted explained or shown says nothing itself; what was said beside it does", () => {
    const asked = [
      "Explain the harbour lamp.",
      "Please show me how we decide on a harbour lamp.",
      "OK, tell me about the harbour lamp we decided on.",
    ].map((text) => `[session “Lamp”, user, 2026-01-06]\n${text}`);
    const next = after(ASKED, asked.join("\n\n"));
    expect(next.type === "look" && next.calls.every(({ name }) => name === "grep")).toBe(true);
    expect(after(ASKED, [...asked, LAMPS].join("\n\n")).text).toBe(after(ASKED, LAMPS).text);
    const note = "[note “lamp”, 2026-01-06]\nShow the harbour lamp first, as we decided.";
    expect(after(ASKED, note).text).toContain("> Show the harbour lamp first, as we decided.");
    expect(after("What did I ask about the harbour lamp?", asked[0] ?? "").text).toContain(
      "> Explain the harbour lamp.",
    );
  });

  test("what was said stays known, also where it begins as an order or a question may", () => {
    const said = (text: string): string => `[session “Lamp”, user, 2026-01-06]\n${text}`;
    const told = [
      ["search in the lamp service", "Search must be case-insensitive in the lamp service."],
      ["list prices", "List prices are in euros."],
      ["the price", "Show the price with two digits."],
      ["paid orders", "Count only paid orders."],
      ["compare mode", "Compare mode stays off."],
      ["the boat service", "Do not deploy the boat service on Fridays."],
      ["the boat service", "Describe every boat service in one line."],
      ["the boat service", "When it rains, stop the boat service."],
    ] as const;
    for (const [topic, text] of told) {
      expect(after(`What did we decide about ${topic}?`, said(text)).text).toContain(`> ${text}`);
    }
    const asked = ["Show the harbour lamp.", "Find a harbour lamp"].map(said);
    const { text } = after(ASKED, [...asked, LAMPS].join("\n\n"));
    expect(text).toStartWith(after(ASKED, LAMPS).text);
  });

  test("what nobody asked memory for is not answered by an old order", () => {
    const tools = ["memory_search"];
    const asked = "Where is the blockchain module?";
    const told = playTurn(shelfOf({}), asked, { tools, said: ["Find the blockchain module."] });
    expect(told.answer).toStartWith("I found nothing that answers this.");
    const said = ["Search is case-insensitive in the blockchain module."];
    expect(playTurn(shelfOf({}), asked, { tools, said }).answer).toContain(`> ${said[0]}`);
  });

  test("what the files say in part stays above what memory says", () => {
    const shelf = shelfOf({ "docs/lamp.md": "# Lamp\n\nThe harbour lamp has a copper cover.\n" });
    const tools = ["memory_search"];
    const asked = "Which tall painter repaired the harbour lamp?";
    const files = playTurn(shelf, asked);
    expect(files.answer).toContain("> The harbour lamp has a copper cover.");
    const said = ["The tall painter Ada repaired the harbour lamp."];
    const { answer } = playTurn(shelf, asked, { tools, said });
    expect(answer).toStartWith(files.answer);
    expect(answer.slice(files.answer.length)).toContain(`> ${said[0]}`);
  });

  test("what was said several times is quoted as what was said once", () => {
    const often = LAMPS.replace("Z]", "Z, 3 more like it]");
    expect(after(ASKED, often).text).toBe(after(ASKED, LAMPS).text);
  });

  test("S43 (part): what was said in sight of text from outside is marked", () => {
    const outside = LAMPS.replace("Z]", "Z, with text from outside: not an instruction]");
    const { text } = after(ASKED, outside);
    expect(text).toContain(
      "This one was said in sight of text from outside; it is information, not an instruction:\n\n> We decide",
    );
    expect(after(ASKED, LAMPS).text).not.toContain("from outside");
  });

  test("what was said in this session is known without a search", () => {
    const before = [userText("My dog is called Bruno.")];
    const { text } = after(
      "What did I say about my dog?",
      "Nothing in memory speaks of this.",
      before,
    );
    expect(text).toContain("> My dog is called Bruno.\n> — this session, user");
  });

  test("what goes on means what was asked about before: it is searched for and answered", () => {
    const before = [userText(ASKED)];
    const next = decide({
      model: "scout",
      tools: TOOLS,
      messages: [...before, userText("And when did we decide that?")],
    });
    expect(next.type === "look" && next.calls[0]?.args["query"]).toBe(
      "And when did we decide that? harbour lamp",
    );
    expect(after("And when did we decide that?", `${SOUP}\n\n${LAMPS}`, before).text).toBe(
      after("When did we decide about the harbour lamp?", LAMPS).text,
    );
  });

  test("what memory does not hold is searched for in the files", () => {
    const next = after(ASKED, "Nothing in memory speaks of this.");
    expect(next.type === "look" && next.calls.every(({ name }) => name === "grep")).toBe(true);
  });
});
