import { expect, test } from "bun:test";
import { stripCalls, stripMarkup } from "./strip-calls.ts";

test("LOOP-6: markup of calls is cut out, with or without an end", () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Done.\n<tool_call>{"name":"x"}</tool_call>', "Done."],
    ['<function_calls>\n<invoke name="a">1</invoke>\n</function_calls>After.', "After."],
    ['Before <invoke name="a"><parameter name="b">1', "Before"],
    ["A <function=read>{}</function> B", "A  B"],
    ["Text <｜tool▁calls▁begin｜>x<｜tool▁calls▁end｜> end", "Text  end"],
    ['Hm [TOOL_CALLS][{"name":"x"}]', "Hm"],
    ["See:\n```tool_code\nread()\n```\nok", "See:\n\nok"],
  ];
  for (const [text, stripped] of cases) expect(stripMarkup(text)).toBe(stripped);
});

test("LOOP-6: ordinary text, code and talk about tools stay as they are", () => {
  for (const text of [
    "Use `tool_call` here. 1 < 2 and 3 > 2.",
    "```ts\ninvoke(x)\n```",
    " leading and trailing ",
    "",
  ]) {
    expect(stripMarkup(text)).toBe(text);
  }
});

test("LOOP-6: real calls go, thinking stays, untouched blocks keep what the vendor attached", () => {
  const origin = { provider: "p", wire: "w", model: "m" };
  const thinking = { type: "thinking", text: "t", opaque: "sig" } as const;
  const text = { type: "text", text: "All <b>fine</b>.", opaque: "o" } as const;
  const call = { type: "call", id: "1", name: "x", argsText: "{}" } as const;
  const message = { role: "assistant", content: [thinking, text, call], origin } as const;
  expect(stripCalls(message).content).toEqual([thinking, text]);
  const only = { ...message, content: [{ type: "text", text: "<tool_call>x" } as const] };
  expect(stripCalls(only).content).toEqual([]);
});
