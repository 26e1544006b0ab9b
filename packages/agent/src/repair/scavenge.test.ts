import { describe, expect, test } from "bun:test";
import type { AssistantContent, AssistantMessage, ToolSpec } from "@squire/protocol";
import * as fc from "fast-check";
import { scavenge } from "./scavenge.ts";
import type { Scavenged } from "./scavenge.ts";
import { stripCallMarkup } from "./scavenge/tail-run.ts";

const tool = (name: string, properties = {}): ToolSpec => ({
  name,
  description: "",
  parameters: { type: "object", properties },
});
const TOOLS = [
  tool("read", { path: { type: "string" }, limit: { type: "integer" } }),
  tool("write", { path: { type: "string" }, content: { type: "string" } }),
  tool("bash", { command: { type: "string" } }),
];
const origin = { provider: "mock", wire: "scripted", model: "test-1" };

function message(...content: readonly AssistantContent[]): AssistantMessage {
  return { role: "assistant", content, origin };
}

const say = (text: string): AssistantContent => ({ type: "text", text });
const think = (text: string): AssistantContent => ({ type: "thinking", text });

function search(reply: AssistantMessage, userText = ""): Scavenged {
  return scavenge({
    message: reply,
    tools: TOOLS,
    aliases: { read_file: "read" },
    userText,
    newId: (n) => `found_${n}`,
  });
}

function callsIn(...content: readonly AssistantContent[]): readonly (readonly [string, unknown])[] {
  return search(message(...content)).calls.map(
    ({ name, argsText }) => [name, JSON.parse(argsText)] as const,
  );
}

/** Elements are put together here, so that no notation stands in this file as it is used. */
const element = (head: string, body: string): string =>
  `<${head}>${body}</${head.split(/[ =]/, 1)[0] ?? ""}>`;
const READ = '{"name":"read","arguments":{"path":"a.ts"}}';
const READ_A = ["read", { path: "a.ts" }] as const;
const fence = (language: string, body: string): string => `\`\`\`${language}\n${body}\n\`\`\``;

const V3 = [
  "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read",
  fence("json", '{"path":"a.ts"}'),
  "<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
].join("\n");

const NOTATIONS: readonly (readonly [string, string])[] = [
  ["tags around JSON", element("tool_call", `\n${READ}\n`)],
  ["tags around JSON without an end", `<tool_call>${READ}`],
  [
    "a function element with parameters",
    element("function=read", `\n${element("parameter=path", "\na.ts\n")}\n`),
  ],
  ["a function element with JSON", element("function=read", '{"path":"a.ts"}')],
  [
    "a function element in tags",
    element("tool_call", element("function=read", element("parameter=path", "a.ts"))),
  ],
  [
    "an element with named parameters",
    element('invoke name="read"', element('parameter name="path"', "a.ts")),
  ],
  [
    "the same in a frame",
    element(
      "function_calls",
      element('invoke name="read"', element('parameter name="path"', "a.ts")),
    ),
  ],
  ["special tokens with a kind", V3],
  [
    "special tokens with a name",
    '<｜tool▁call▁begin｜>read<｜tool▁sep｜>{"path":"a.ts"}<｜tool▁call▁end｜>',
  ],
  [
    "special tokens with a numbered name",
    '<|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{"path":"a.ts"}<|tool_call_end|>',
  ],
  ["a fenced block", fence("json", READ)],
  [
    "a fenced block with a function",
    fence("", '{"function":{"name":"read","arguments":"{\\"path\\":\\"a.ts\\"}"}}'),
  ],
  ["bare JSON", READ],
  ["a list", `[${READ}]`],
  ["action lines", 'Thought: I need it.\nAction: read\nAction Input: {"path":"a.ts"}'],
];

describe("RPR-2", () => {
  test.each(NOTATIONS)("RPR-2: %s, in the text", (_what, text) => {
    expect(callsIn(say(text))).toEqual([READ_A]);
  });

  test.each(NOTATIONS)("RPR-2: %s, in the thoughts", (_what, text) => {
    expect(callsIn(think(text), say("\n"))).toEqual([READ_A]);
  });

  test("RPR-2: the reply keeps its words and thoughts, and has the calls as calls", () => {
    const thought = think("hm");
    const { message: kept, calls } = search(
      message(thought, say(`Let me look.\n${element("tool_call", READ)}\n`)),
    );
    expect(kept.content).toEqual([thought, say("Let me look."), ...calls]);
    expect(calls).toEqual([
      { type: "call", id: "found_1", name: "read", argsText: '{"path":"a.ts"}' },
    ]);
  });

  test("RPR-2: what a vendor signed is not touched", () => {
    const signed = { type: "text", text: element("tool_call", READ), opaque: "s" } as const;
    expect(search(message(signed)).message.content[0]).toBe(signed);
  });

  test("RPR-2: parameters are read by the tool's schema", () => {
    const body = ["path", "limit"].map((name) => element(`parameter=${name}`, "12")).join("\n");
    expect(callsIn(say(element("function=read", body)))).toEqual([
      ["read", { path: "12", limit: 12 }],
    ]);
    const content = element("parameter=content", "\n{\n  1\n}\n");
    expect(callsIn(say(element("function=write", content)))).toEqual([
      ["write", { content: "{\n  1\n}" }],
    ]);
  });

  test("RPR-2: aliases are understood, names that are not allowed are not", () => {
    expect(callsIn(say(element("tool_call", READ.replace("read", "read_file"))))).toEqual([READ_A]);
    expect(callsIn(say(element("tool_call", READ.replace("read", "format_disk"))))).toEqual([]);
    const reply = message(say(element("tool_call", READ)));
    expect(scavenge({ message: reply, tools: [], newId: String }).message).toBe(reply);
  });

  test("RPR-2: a reply that makes calls is not searched", () => {
    const call = { type: "call", id: "c1", name: "bash", argsText: "{}" } as const;
    const reply = message(say(element("tool_call", READ)), call);
    expect(search(reply)).toEqual({ message: reply, calls: [], cut: 0, notes: [] });
  });

  test("RPR-2: at most four are taken, the same one only once", () => {
    const calls = Array.from({ length: 6 }, (_, at) => READ.replace("a.ts", `${at}`));
    const { calls: taken, notes } = search(
      message(say(calls.map((json) => element("tool_call", json)).join("\n"))),
    );
    expect(taken.map(({ id }) => id)).toEqual(["found_1", "found_2", "found_3", "found_4"]);
    expect(notes).toEqual([
      "found in the reply's text: read, read, read, read",
      "2 more were ignored, at most 4 are taken",
    ]);
    expect(callsIn(think(element("tool_call", READ)), say(fence("json", READ)))).toEqual([READ_A]);
  });

  test("RPR-2: a call whose text ended inside is closed and counted", () => {
    const { calls, cut } = search(
      message(say('<tool_call>{"name":"read","arguments":{"path":"a.t')),
    );
    expect([calls[0]?.argsText, cut]).toEqual(['{"path":"a.t"}', 1]);
  });
});

describe("RPR-2: talk about calls is no call", () => {
  test.each(NOTATIONS)("RPR-2: %s with words behind it", (_what, text) => {
    expect(callsIn(say(`${text}\n\nThat is how a file is read.`))).toEqual([]);
    expect(callsIn(think(text), say("The file is empty."))).toEqual([]);
  });

  test.each(NOTATIONS)("RPR-2: %s that the user wrote", (_what, text) => {
    const asked = `What does this do?\n${text}\nExplain.`;
    expect(search(message(say(text)), asked).calls).toEqual([]);
  });

  test.each([
    ["markup in a code block", fence("xml", element("tool_call", READ))],
    ["markup in an open code block", `\`\`\`\n${element("tool_call", READ)}`],
    ["a quotation", `> ${element("tool_call", READ)}`],
    ["inline code", `Write \`${element("tool_call", READ)}\``],
    ["an announced example", `A call has this format:\n${fence("json", READ)}`],
    ["an announced example", `For example:\n\n${fence("json", READ)}`],
    ["JSON of something else", fence("json", '{"name":"read","version":"1.0.0"}')],
    ["a list with something else", fence("json", `[${READ}, {"other":1}]`)],
    ["another language", fence("python", READ)],
    ["words in tags", element("tool_call", "I would call read.")],
    ["a half that is not at the end", `<tool_call>{"name":"read"\n${fence("", "x")}`],
  ])("RPR-2: %s: %p", (_what, text) => {
    expect(callsIn(say(text))).toEqual([]);
  });
});

describe("RPR-2: any text", () => {
  const pieces = fc.constantFrom(
    ...NOTATIONS.map(([, text]) => text),
    ...'<tool_call> </tool_call> <function=read> </function> ``` ```json { } [ ] " \\ \n'.split(
      " ",
    ),
    "Action: read\nAction Input:",
    "<｜tool▁call▁begin｜>",
    "<｜tool▁sep｜>",
    " words ",
  );

  test("RPR-2: what is found is allowed, readable and bounded, and nothing throws", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const { calls } = search(message(say(parts.join(""))));
        expect(calls.length).toBeLessThanOrEqual(4);
        for (const { name } of calls) expect(TOOLS.map((known) => known.name)).toContain(name);
        expect(typeof stripCallMarkup(parts.join(""))).toBe("string");
      }),
      { numRuns: 500 },
    );
  });

  // Each of these would take hours if every opening were followed to the end of the text.
  test.each([
    "<tool_call>",
    "<tool_call>{",
    "<function=read>",
    "<function=read><parameter=path>",
    "<｜tool▁call▁begin｜>read<｜tool▁sep｜>{",
    "```json\n{\n",
    "Action: read\nAction Input: {\n",
    `<tool_call>${READ}</tool_call>`,
    "{",
    "<｜",
    "> ",
    "`",
  ])("RPR-2: time grows with the length only: %p", (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(search(message(say(text)), text).calls.length).toBeLessThanOrEqual(4);
  });
});

describe("LOOP-6", () => {
  test("LOOP-6: markup is taken out of a reply, talk and code stay", () => {
    const call = element("tool_call", READ);
    expect(stripCallMarkup(`Done.\n${call}\nMore.${V3}`)).toBe("Done.\n\nMore.");
    const quoted = `See\n${fence("xml", call)}`;
    expect(stripCallMarkup(quoted)).toBe(quoted);
  });
});
