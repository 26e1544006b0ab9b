import { describe, expect, test } from "bun:test";
import { textOf } from "@squire/protocol";
import { ruleReminder } from "../loop/notes.ts";
import { estimateTokens } from "../tokens/estimate.ts";
import { keepsakesOf, keepsakeText } from "./keepsakes.ts";
import { standingSentences } from "./standing.ts";
import { Branch, words } from "./testing/branch.ts";

const OPTIONS = { count: estimateTokens, partTokens: 4_000 };

function textFor(branch: Branch, standing?: readonly string[]): string {
  return keepsakeText(keepsakesOf(branch.entries, standing), OPTIONS);
}

describe("CMP-8", () => {
  test("CMP-8: requests, instructions, todos and plan are kept word for word", () => {
    const branch = new Branch();
    branch.user("Build a shop.\nAlways use tabs. It sells hats.");
    branch.say("ok");
    branch.user("[Go on.]", true);
    branch.user("Now   add\n\tsocks");
    branch.todo(
      { id: "1", text: "hats", status: "done" },
      { id: "2", text: "socks", status: "active", phase: "stock" },
      { id: "3", text: "shoes", status: "open" },
    );
    branch.plan({
      markdown: "# Plan\n\nHats first.",
      steps: [
        { id: "s1", title: "Hats", action: "Sew", done: true, result: "sewn" },
        { id: "s2", title: "Socks", action: "Knit", done: false },
      ],
    });
    expect(textFor(branch)).toBe(
      [
        "## Kept word for word",
        "### First request of the user\nBuild a shop.\nAlways use tabs. It sells hats.",
        "### Latest request of the user\nNow   add\n\tsocks",
        "### Standing instructions\n- Always use tabs.",
        "### Open todos\n- (in progress) socks [stock]\n- shoes",
        "### Plan\n# Plan\n\nHats first.\n- [x] s1: Hats. Sew → sewn\n- [ ] s2: Socks. Knit",
      ].join("\n\n"),
    );
  });

  test("CMP-8: one request is not told twice, nothing is told of nothing", () => {
    const branch = new Branch();
    expect(textFor(branch)).toBe("");
    branch.user("only");
    expect(textFor(branch)).not.toContain("Latest request");
  });

  test("PLAN-8: a plan that was given up is not kept, the last list of todos holds", () => {
    const branch = new Branch();
    branch.plan({ markdown: "old plan", steps: [] }, "cancelled");
    branch.todo({ id: "1", text: "gone", status: "open" });
    branch.todo({ id: "2", text: "here", status: "open" });
    expect(textFor(branch)).not.toContain("old plan");
    expect(textFor(branch)).not.toContain("gone");
    expect(textFor(branch)).toContain("- here");
  });

  test("LOOP-22: rules that stopped a reply survive, and what the host adds", () => {
    const branch = new Branch();
    branch.user(textOf(ruleReminder("no emoji, please")), true);
    branch.user(textOf(ruleReminder("no emoji, please")), true);
    expect(keepsakesOf(branch.entries, ["Speak French."]).standing).toEqual([
      "Speak French.",
      "no emoji, please",
    ]);
  });

  test("CMP-8: a request that is a whole file does not fill the window", () => {
    const branch = new Branch();
    branch.user(words(50_000));
    expect(estimateTokens(textFor(branch))).toBeLessThan(4_100);
    expect(textFor(branch)).toMatch(/\[…truncated \d+ chars…\]/);
  });

  test("CMP-8: standing instructions are found in the user's own sentences, not in code", () => {
    const request = [
      "Please fix the login. Never touch the database!",
      "- from now on, write tests first",
      "ab jetzt immer auf Deutsch antworten",
      "请务必保留注释。其他随意。",
      "```",
      "// never call this",
      "```",
      "Thanks",
    ].join("\n");
    expect(standingSentences(request)).toEqual([
      "Never touch the database!",
      "from now on, write tests first",
      "ab jetzt immer auf Deutsch antworten",
      "请务必保留注释。",
    ]);
    expect(standingSentences(`never ${"x ".repeat(20_000)}`)).toEqual([]);
  });
});
