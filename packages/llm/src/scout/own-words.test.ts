import { expect, test } from "bun:test";
import { isScouts } from "./own-words.ts";
import { say } from "./phrases.ts";
import { smallProject } from "./testing/fixture.ts";
import { playTurn } from "./testing/shelf.ts";

test("what scout answers is known as its own", () => {
  const questions = [
    "Where is retry implemented?",
    "Which exit codes are there?",
    "How many modes are there?",
    "How many times is withRetry used?",
    "What is the difference between mode and trust?",
    "summarise README.md",
    "Where is the blockchain module implemented?",
    "make heatWater stop at 80 degrees",
    "rename withRetry to tryAgain",
    "hello",
  ];
  for (const question of questions) {
    const { answer } = playTurn(smallProject(), question);
    expect(isScouts(answer) ? "" : answer).toBe("");
  }
  expect(isScouts(say("looking", { words: "harbour, lamp" }))).toBe(true);
  expect(isScouts(say("moved", { from: "a.ts", to: "b/a.ts" }))).toBe(true);
});

test("a path may have blanks", () => {
  const own = [
    say("countLines", { path: "my file.md", count: 3 }),
    say("outlineOf", { path: "docs/my notes.md" }),
    say("foundIn", { topic: "lamps", path: "my docs/lamp list.md" }),
    say("holds", { path: "docs/my notes", count: 3 }),
    say("notChanged", { path: "my file.md", reason: say("inLonger") }),
  ];
  for (const reply of own) expect(isScouts(reply) ? "" : reply).toBe("");
  const theirs = [
    "The file my.md has 3 lines.",
    "Outline of the file docs/notes.md:",
    "I counted. It now has 3 lines.",
    "My notes holds 3 files and folders.",
    "In docs/notes.md the lamp holds 3 files and folders.",
  ];
  for (const reply of theirs) expect(isScouts(reply) ? reply : "").toBe("");
});

test("what other models say is theirs, also when it begins alike", () => {
  const theirs = [
    "I'll read the settings. The port is 8080.",
    "I'll look for the port.\n\nIt is 8080.",
    "Moved the lamp service to port 8080.",
    "Outline of the plan: paint the lamp green, then sell it.",
    "> The lamp is green.\n> — Anna Berg, painter\n\nSo she painted it.",
    "What I found about the lamp: it is green, and it was red before.",
    "I found nothing that answers this. But the lamp is green, as you said.",
  ];
  for (const reply of theirs) expect(isScouts(reply) ? reply : "").toBe("");
});
