import { expect, test } from "bun:test";
import type { Message } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { decide } from "./decide.ts";
import { smallProject } from "./testing/fixture.ts";
import { playTurn, shelfOf, toolSpecs } from "./testing/shelf.ts";

function patternFor(question: string): unknown {
  const decision = decide({ model: "scout", messages: [userText(question)], tools: toolSpecs() });
  if (decision.type === "answer") return null;
  const [call] = decision.calls;
  return decision.calls.length === 1 && call?.name === "glob" ? call.args["pattern"] : null;
}

test("files are counted when every word of the question is understood", () => {
  expect(patternFor("How many files are there?")).toBe("**/*");
  expect(patternFor("How many files are in this project?")).toBe("**/*");
  expect(patternFor("How many TypeScript files are in packages/llm?")).toBe("packages/llm/**/*.ts");
  expect(patternFor("How many .lock files are there in ./src/ in total?")).toBe("src/**/*.lock");
  expect(patternFor("how many test files do we have")).toBe("**/*{.test.,.spec.,_test.}*");
});

test("else no number of files is said", () => {
  for (const question of [
    "How many configuration files are there?",
    "How many constructor files are there?",
    "How many files are read at once?",
    "How many files can be attached to a message?",
    "How many files are changed in parallel?",
    "How many files are in memory?",
    "How many ts files import zod?",
  ])
    expect([question, patternFor(question)]).toEqual([question, null]);
});

test("a listing that failed is nothing, not zero", () => {
  const question = userText("How many files are in src/gone?");
  const args = JSON.stringify({ pattern: "src/gone/**/*", limit: 10 });
  const messages: readonly Message[] = [
    question,
    {
      role: "assistant",
      content: [{ type: "call", id: "c1", name: "glob", argsText: args }],
      origin: { provider: "squire", wire: "scout", model: "scout" },
    },
    {
      role: "tool",
      callId: "c1",
      name: "glob",
      content: [{ type: "text", text: "There is no folder src/gone." }],
      failed: true,
    },
  ];
  expect(decide({ model: "scout", messages, tools: toolSpecs() })).toEqual({
    type: "answer",
    text: "I found nothing that answers this.",
  });
});

test("uses are counted where the question says", () => {
  const shelf = shelfOf({ "a/x.ts": "withRetry(1);\n", "b/x.ts": "withRetry(2);\n" });
  const { answer, calls } = playTurn(shelf, "How many times is withRetry used in a/x.ts?");
  expect(answer).toContain("1 match of withRetry in 1 file:");
  expect(calls[0]?.args["path"]).toBe("a/x.ts");
  expect(playTurn(smallProject(), "How many times is withRetry used?").answer).toContain(
    "2 matches of withRetry in 2 files:",
  );
});

test("uses of a name that is a plain word are counted, too", () => {
  const shelf = shelfOf({
    "src/stem.ts":
      "/** The stem of a word, how many times it is used. */\nexport function stem() {}\n",
    "src/b.ts": "stem();\nsystem();\n",
  });
  for (const question of [
    "How many times is stem used?",
    "how many times is the function stem called",
  ]) {
    expect(playTurn(shelf, question).answer).toBe(
      "3 matches of stem in 2 files:\n\n| file | matches |\n|---|---|\n| src/stem.ts | 2 |\n| src/b.ts | 1 |",
    );
  }
  for (const question of [
    "How many times is it used?",
    "How many times is the water of the kettle used?",
  ])
    expect(playTurn(shelf, question).answer).not.toContain("| file | matches |");
});

test("tests are counted by the lines with which they begin", () => {
  const shelf = shelfOf({
    "a.test.ts":
      'const TESTS = ["tests"];\ntest("a", () => {});\n  it.each(TESTS)("b", () => {});\nsplit(1);\n',
    "test_b.py": "def test_b():\n    pass\n",
  });
  const { answer } = playTurn(shelf, "How many tests are there?");
  expect(answer).toStartWith("3 matches of `test(`, `it(`, ");
  expect(answer).toEndWith("| a.test.ts | 2 |\n| test_b.py | 1 |");
  const none = shelfOf({ "docs/tests.md": "# Tests\n\nThere are 12 tests of the kettle.\n" });
  expect(playTurn(none, "How many tests are there?").answer).toContain("There are 12 tests");
  expect(playTurn(shelf, "How many tests of the lamp fail?").answer).not.toContain("| matches |");
});
