import { expect, test } from "bun:test";
import { talkLines } from "./answer-recalled.ts";
import { rankRecalled } from "./rank-recalled.ts";
import { saidHere, THIS_SESSION } from "./recalled.ts";
import type { Recalled } from "./recalled.ts";

const WISH = { topic: ["harbour", "lamp"], withQuestions: false };

/** Something recalled that counts how often its text is taken. */
function counted(text: string): { readonly of: Recalled; readonly reads: () => number } {
  let reads = 0;
  const of: Recalled = {
    source: "session “Lamps”",
    speaker: "user",
    at: "",
    isOutside: false,
    get text() {
      reads++;
      return text;
    },
  };
  return { of, reads: () => reads };
}

function lamps(count: number): string {
  return Array.from({ length: count }, (_, at) => `Harbour lamp ${at} was painted green.`).join(
    " ",
  );
}

test("a text is taken apart once, however many sentences it has", () => {
  const [few, many] = [counted(lamps(10)), counted(lamps(200))];
  expect(rankRecalled([few.of], WISH)).toHaveLength(10);
  expect(rankRecalled([many.of], WISH)).toHaveLength(200);
  expect(many.reads()).toBe(few.reads());
});

test("of a long text a sentence is quoted with what follows it, to the end of its paragraph", () => {
  const tail = "Nobody knows why. ".repeat(20).trim();
  const { of } = counted(`The boat is blue. The harbour lamp is green.\nIt was red.\n\n${tail}`);
  expect(rankRecalled([of], WISH)[0]?.quote).toBe("The harbour lamp is green.\nIt was red.");
});

test("of what was pasted in this session the beginning counts", () => {
  const [said] = saidHere([{ question: lamps(5_000), answer: "" }]);
  expect(said?.text.length).toBeLessThan(1_600);
  expect(said?.text).toStartWith("Harbour lamp 0 was painted green. Harbour lamp 1");
});

test("of what speaks of as much the latest is first, and this session is the latest", () => {
  const said = (source: string, at: string, text: string): Recalled => ({
    source,
    speaker: "user",
    at,
    isOutside: false,
    text,
  });
  const red = said("session “A”", "2026-01-04T10:00:00.000Z", "The harbour lamp is red.");
  const part = said("session “B”", "2026-03-01", "The lamp is heavy.");
  const green = said("session “C”", "2026-02-05T10:00:00.000Z", "The harbour lamp is green.");
  const blue = said(THIS_SESSION, "", "The harbour lamp is blue.");
  const found = (...recalled: readonly Recalled[]) =>
    rankRecalled(recalled, WISH).map(({ quote }) => quote);
  expect(found(red, part, green)).toEqual([green.text, red.text, part.text]);
  expect(found(red, part, green, blue)).toEqual([blue.text, green.text, red.text, part.text]);
});

test("among the talks this session is the last", () => {
  const there = { source: "session “A”", speaker: "user", at: "2026-01-04", isOutside: false };
  const [here] = saidHere([{ question: "The lamp is blue.", answer: "" }]);
  const talks = here === undefined ? null : talkLines([{ ...there, text: "Red." }, here]);
  expect(talks?.split("\n").slice(2)).toEqual([
    "- this session, user",
    "- session “A”, user, 2026-01-04",
  ]);
});
