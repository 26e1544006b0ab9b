import { expect, test } from "bun:test";
import fc from "fast-check";
import { toolRanker } from "./rank-tools.ts";
import type { DescribedTool } from "./tool-fields.ts";

function tool(name: string, description: string, properties: object = {}): DescribedTool {
  return { name, description, parameters: { type: "object", properties } };
}

function namesFor(request: string, tools: readonly DescribedTool[]): readonly string[] {
  return toolRanker(tools)
    .rank(request)
    .map(({ index }) => tools[index]?.name ?? "");
}

const TOOLS = [
  tool("get_forecast", "Tells the weather of the next days. Needs a town.", {
    town: { type: "string", description: "Where, such as Lisbon" },
  }),
  tool("calendar.createEvent", "Adds an appointment.", {
    kind: { enum: ["dentist", "meeting", "birthday"] },
  }),
  tool("convert_currency", "Changes an amount of money into another currency."),
  tool("hiking_routes", "Lists walks. They depend on the weather of a town."),
];

test("a tool is found by its name, its purpose, its parameters, their choices and explanations", () => {
  expect(namesFor("create an event", TOOLS)).toEqual(["calendar.createEvent"]);
  expect(namesFor("amounts of money", TOOLS)).toEqual(["convert_currency"]);
  expect(namesFor("which kind?", TOOLS)).toEqual(["calendar.createEvent"]);
  expect(namesFor("I have to see the dentist", TOOLS)).toEqual(["calendar.createEvent"]);
  expect(namesFor("Lisbon", TOOLS)).toEqual(["get_forecast"]);
});

test("what a tool is for counts more than what it says besides", () => {
  expect(namesFor("weather", TOOLS)).toEqual(["get_forecast", "hiking_routes"]);
  expect(namesFor("weather", TOOLS.toReversed())).toEqual(["get_forecast", "hiking_routes"]);
});

test("how something is asked for finds nothing", () => {
  const tools = [tool("help_me", "Help for those who want to know."), ...TOOLS];
  expect(namesFor("Hi, I want to know something, please help me", tools)).toEqual([]);
});

test("words that stand together count more than the same words apart", () => {
  const tools = [
    tool("one", "Opens a door for a window cleaner, any house."),
    tool("two", "Opens a house for a cleaner, any window door."),
  ];
  expect(namesFor("window cleaner", tools)).toEqual(["one", "two"]);
  expect(namesFor("window cleaner", tools.toReversed())).toEqual(["one", "two"]);
});

test("a name counts more than a purpose", () => {
  const tools = [tool("find_shop", "Opens a map."), tool("find_map", "Opens a shop.")];
  expect(namesFor("shop", tools)).toEqual(["find_shop", "find_map"]);
  expect(namesFor("shop", tools.toReversed())).toEqual(["find_shop", "find_map"]);
});

test("a word that a request repeats does not drown the others", () => {
  const tools = [tool("one", "Plays music."), tool("two", "Sorts papers, books.")];
  expect(namesFor("music, sort, music, papers", tools)).toEqual(["two", "one"]);
});

test("equal tools keep their order, whatever is asked for first", () => {
  const tools = [tool("one", "Sells apples."), tool("two", "Sells berries.")];
  expect(namesFor("berries, apples", tools)).toEqual(["one", "two"]);
});

test("property: a ranking falls, repeats nothing, and is the same each time", () => {
  const word = fc.constantFrom("cat", "dog", "tree", "house", "river");
  const text = fc.array(word, { maxLength: 6 }).map((list) => list.join(" "));
  const described = fc.record({ name: word, description: text, parameters: fc.jsonValue() });
  fc.assert(
    fc.property(fc.array(described, { maxLength: 12 }), text, (tools, request) => {
      const ranked = toolRanker(tools).rank(request);
      expect(toolRanker(tools).rank(request)).toEqual(ranked);
      expect(new Set(ranked.map(({ index }) => index)).size).toBe(ranked.length);
      for (const [place, { score }] of ranked.entries()) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(ranked[place - 1]?.score ?? score);
      }
    }),
  );
});
