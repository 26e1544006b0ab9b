import { describe, expect, test } from "bun:test";
import { trueClaims } from "../testing/true-claims.ts";
import { unbackedValues } from "./check-values.ts";

const TOWER =
  "The Eiffel Tower, completed on 31 March 1889, is 330 metres tall and was visited by 5.9 million people in 2022.";

const check = (sentence: string, quote = TOWER, title = "Eiffel Tower - Wikipedia") =>
  unbackedValues(sentence, { quotes: [quote], titles: [title] });

describe("RES-8: numbers, dates and names must occur in the quote", () => {
  test.each<[string, readonly string[]]>([
    ["The Eiffel Tower is 330 m tall.", []],
    ["It was completed in March 1889.", []],
    ["Completed on 1889-03-31, it is 330 metres tall.", []],
    ["It had 5,900,000 visitors in 2022.", []],
    ["About 6 million people came in 2022.", []],
    ["Wikipedia says that the tower is 330 metres tall.", []],
    ["It is 331 metres tall.", ["331"]],
    ["It was completed on 30 March 1889.", ["30 March 1889"]],
    ["It was completed in April 1889.", ["April 1889"]],
    ["Gustave Eiffel built it in 1889.", ["Gustave"]],
    ["It stands in Paris and is 3,300 metres tall.", ["Paris", "3,300"]],
    ["6 million people came in 2022.", ["6 million"]],
  ])("%s", (sentence, unbacked) => {
    expect(check(sentence)).toEqual(unbacked);
  });

  test.each<[string, string]>([
    ["It has 3 arches.", "The bridge has three arches."],
    ["It has 21 rooms.", "Twenty-one rooms were built."],
    ["NASA launched it.", "The National Aeronautics and Space Administration launched it."],
    ["German engineers built it.", "It was built by engineers from Germany."],
    ["The O'Brien report says so.", "So says the report of O’Brien."],
    ["It cost 1.234,5 crowns.", "It cost 1,234.5 crowns."],
    ["It happened in the 1990s.", "All of that was in the 1990s."],
    ["José came in 2º place.", "Jose came second."],
    ["1. The first of them is old.", "The first of them is old."],
    ["It has 5 million users.", "Five million people use it."],
    ["It has 25 million users.", "Twenty-five million people use it."],
    ["Between 5 million and 6 million use it.", "5–6 million people use it."],
    ["Parisian cafés are old.", "The cafés of Paris are old."],
  ])("%s, from: %s", (sentence, quote) => {
    expect(check(sentence, quote, "")).toEqual([]);
  });

  test.each<[string, string, readonly string[]]>([
    ["It has 5 billion users.", "It has 5 million users.", ["5 billion"]],
    ["It has 5 billion users.", "Five million people use it.", ["5 billion"]],
    ["It has 5 users.", "It has 5 million users.", ["5"]],
    ["It has 5 users.", "Five million people use it.", ["5"]],
    ["It has 5 thousand users.", "It has 5 users.", ["5 thousand"]],
    ["It has 1,000 users.", "It has 5 thousand users.", ["1,000"]],
    ["It was built by Johnson.", "It was built by John.", ["Johnson"]],
    ["It was built by John.", "It was built by Johnson.", ["John"]],
    ["It was built by Peter Jackson.", "It was built by Peter Jack.", ["Jackson"]],
  ])("%s, not from: %s", (sentence, quote, unbacked) => {
    expect(check(sentence, quote, "")).toEqual(unbacked);
  });

  test("0 false flags on 500 true sentences, and every planted fault among them is found", () => {
    const flagged: string[] = [];
    const missed: string[] = [];
    for (const { title, quote, sentence, wrong } of trueClaims(500, 1)) {
      const found = check(sentence, quote, title);
      if (found.length > 0) flagged.push(`${sentence} ← ${quote}: ${found.join(", ")}`);
      for (const planted of Object.values(wrong)) {
        if (check(planted, quote, title).length === 0) missed.push(`${planted} ← ${quote}`);
      }
    }
    expect(flagged).toEqual([]);
    expect(missed).toEqual([]);
  });
});
