import { expect, test } from "bun:test";
import { toolFields, toolMeaning } from "./tool-fields.ts";

test("the fields of a tool are gathered through objects, lists and alternatives", () => {
  const parameters = {
    type: "object",
    properties: {
      place: {
        description: "Where to look",
        properties: { cityName: { type: "string", description: "With its state" } },
      },
      kinds: { items: { enum: ["bar", "pub", 3, null] } },
      order: { anyOf: [{ const: "nearest" }, { enum: ["cheapest"] }] },
    },
  };
  const description = "Finds places, e.g. bars. Free of charge.";
  expect(toolFields({ name: "find", description, parameters })).toEqual({
    name: "find",
    purpose: "Finds places, e.g. bars.",
    description: " Free of charge.",
    parameters: "place, cityName, kinds, order",
    choices: "bar, pub, 3, nearest, cheapest",
    explanations: "Where to look, With its state",
  });
});

test("what a tool means is its name in words, what it is for, and what it takes", () => {
  const name = "places.findNearby_bars";
  const description = "Finds bars. Free of charge.";
  const within = { description: "How far to go" };
  const explained = { name, description, parameters: { properties: { within } } };
  expect(toolMeaning(explained)).toBe("places find nearby bars: Finds bars. How far to go");
  const bare = { name, description, parameters: { properties: { maxDistance: {} } } };
  expect(toolMeaning(bare)).toBe("places find nearby bars: Finds bars. max distance");
});

test("a schema that is none, or leads into itself, or is endless, is read as far as it goes", () => {
  const tool = { name: "odd", description: "" };
  for (const parameters of [null, "text", [], { properties: [1] }, { properties: { a: null } }]) {
    expect(toolFields({ ...tool, parameters }).explanations).toBe("");
  }
  const inItself: Record<string, unknown> = {};
  inItself["properties"] = { a: inItself, b: inItself, c: inItself };
  inItself["anyOf"] = [inItself, inItself];
  expect(toolFields({ ...tool, parameters: inItself }).parameters.length).toBeLessThan(5_000);
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`field${at}`, {}]));
  const { parameters } = toolFields({ ...tool, parameters: { properties: many } });
  expect(parameters.length).toBeLessThanOrEqual(20_000);
});
