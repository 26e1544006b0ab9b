import { expect, test } from "bun:test";
import { ToolStop } from "@squire/agent";
import { rejectionOf } from "@squire/testkit";
import type { AskUser } from "../plan/board.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { askChoiceTool } from "./ask-choice.ts";
import { askTool } from "./ask.ts";

test("PLAN-4: a choice ends the turn; empty and repeated options are left out", async () => {
  const options = [
    { id: "x", title: "One" },
    { id: "x", title: " Two ", summary: "s" },
    { title: "" },
    { title: "One" },
    { title: "Three" },
  ];
  const error = await rejectionOf(
    runTool(askChoiceTool(), { question: "Which?", options }, bench("/")),
  );
  expect(error).toBeInstanceOf(ToolStop);
  expect((error as ToolStop).payload).toMatchObject({
    kind: "choice",
    prompt: "Which?",
    allowCustom: false,
    options: [
      { id: "x", title: "One" },
      { id: "x_2", title: "Two", summary: "s" },
      { id: "o3", title: "Three" },
    ],
  });
});

test("PLAN-4: at most six options, at least two", async () => {
  const choose = (titles: readonly string[]) =>
    runTool(
      askChoiceTool(),
      { question: "?", options: titles.map((title) => ({ title })) },
      bench("/"),
    );
  const error = await rejectionOf(choose(["a", "b", "c", "d", "e", "f", "g"]));
  expect((error as ToolStop).payload).toHaveProperty("options.length", 6);
  const args = { question: "?", options: [{ title: "a" }, { title: "a" }] };
  expect(await told(askChoiceTool(), args, bench("/"))).toStartWith("! A choice needs");
});

function ask(askUser: AskUser | null, askTimeoutMs = 0, context = bench("/")) {
  return runTool(askTool({ askUser, askTimeoutMs }), { question: "Name?" }, context);
}

test("PLAN-5: the answer is the outcome", async () => {
  const heard: string[] = [];
  const end = await ask(async ({ prompt, kind }) => {
    heard.push(`${kind} ${prompt}`);
    return { text: "Ada" };
  });
  expect(textOf(end)).toBe("Ada");
  expect(heard).toEqual(["text Name?"]);
});

test("PLAN-5: nobody there, or no answer in time, is no answer", async () => {
  expect(textOf(await ask(null))).toStartWith("No answer.");
  const context = bench("/");
  const running = ask(
    (_question, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new Error("aborted"))),
      ),
    5_000,
    context,
  );
  await context.clock.advance(5_000);
  expect(textOf(await running)).toStartWith("No answer.");
});
