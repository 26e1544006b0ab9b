import { expect, test } from "bun:test";
import { userText } from "@squire/protocol/values";
import { decide } from "./decide.ts";
import { scoutTitle } from "./notes.ts";

test("CMP-18 (part): a conversation is summed up in its own words", () => {
  const prompt = [
    "<conversation>",
    "[User] Where is the lamp?",
    "",
    '[Assistant calls read] {"path":"docs/lamp.md"}',
    "",
    "[Outcome of read] 1\t# Lamp",
    "",
    "[Assistant] It stands in docs/lamp.md:1.",
    "</conversation>",
    "",
    "Summarise the conversation above.",
  ].join("\n");
  const decision = decide({ model: "scout", messages: [userText(prompt)], tools: [] });
  expect(decision.text).toBe(
    [
      "## Requests\n- Where is the lamp?",
      '## Calls\n- read {"path":"docs/lamp.md"}',
      "## Last reply\nIt stands in docs/lamp.md:1.",
    ].join("\n\n"),
  );
});

test("LOOP-28 (part): a title is the first question without its courtesies", () => {
  expect(scoutTitle("Hi, could you please tell me where the retry policy is?")).toBe(
    "Where the retry policy is",
  );
  expect(scoutTitle("fix the lamp\nand the door")).toBe("Fix the lamp");
  expect(scoutTitle("one two three four five six seven eight nine ten")).toBe(
    "One two three four five six seven eight",
  );
  expect(scoutTitle("")).toBe("");
});
