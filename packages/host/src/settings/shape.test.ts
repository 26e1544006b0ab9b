import { expect, test } from "bun:test";
import fc from "fast-check";
import type { KeySpec } from "./key-spec.ts";
import { httpUrl, jsonObject } from "./keys/shapes.ts";
import { LISTS, rootKeys, SECTIONS } from "./schema.ts";
import {
  choice,
  converted,
  flag,
  keyed,
  list,
  map,
  number,
  shapeAt,
  table,
  text,
  textOr,
  whole,
  type Shape,
} from "./shape.ts";
import { tomlValue } from "./testing/arbitrary-toml.ts";
import type { TomlValue } from "./toml-value.ts";

const issuesOf = (shape: Shape<unknown>, value: TomlValue | undefined): readonly string[] =>
  shape
    .issues(value, ["k"])
    .map((issue) => `${issue.path.join(".")}: ${issue.type === "unfit" ? issue.expected : "?"}`);

test("CFG-2: single values say what was expected", () => {
  const cases: readonly (readonly [Shape<unknown>, TomlValue | undefined, string | null])[] = [
    [flag, true, null],
    [flag, 1, "true or false"],
    [text, "x", null],
    [text, "", "text that is not empty"],
    [text, undefined, "text in quotes"],
    [choice(["a", "b"]), "b", null],
    [choice(["a", "b"]), "c", "one of a, b"],
    [number(0, 2), 0.5, null],
    [number(), -5, null],
    [number(), Number.NaN, "a number"],
    [number(), Infinity, "a number"],
    [number(0, 2), 2.1, "a number at most 2"],
    [whole(1), 1, null],
    [whole(1), 1.5, "a whole number"],
    [whole(1), 0, "a number of at least 1"],
    [whole(), 1e300, "a number at most 9007199254740991"],
    [httpUrl, "https://x.example/v1", null],
    [jsonObject, { a: [1, { b: "c" }] }, null],
    [jsonObject, { a: new Date(0) }, "a table without dates, inf and nan"],
  ];
  for (const [shape, value, expected] of cases) {
    expect(issuesOf(shape, value)).toEqual(expected === null ? [] : [`k: ${expected}`]);
  }
});

test("CFG-2: every part that does not fit is named", () => {
  const shape = table({ id: text }, { tags: list(text), more: map(flag) });
  expect(issuesOf(shape, { id: "x", tags: ["a"], more: { b: true } })).toEqual([]);
  expect(issuesOf(shape, { tags: ["a", 1, ""], more: { b: 2 }, other: 1 })).toEqual([
    "k.id: text in quotes",
    "k.tags.1: text in quotes",
    "k.tags.2: text that is not empty",
    "k.more.b: true or false",
    "k.other: ?",
  ]);
  expect(issuesOf(shape, [])).toEqual(["k: a table"]);
  expect(issuesOf(list(text, { notEmpty: true }), [])).toEqual(["k: a list that is not empty"]);
  expect(issuesOf(keyed(["a"], flag), { a: true, b: true })).toEqual(["k.b: ?"]);
});

test("a value is read as code wants it", () => {
  const full = converted(table({ id: text }, { max_size: whole() }), ({ id }) => id);
  const shape = list(textOr(full, (id) => id.toUpperCase()));
  expect(shape.read(["a", { id: "b", max_size: 1 }])).toEqual(["A", "b"]);
  expect(issuesOf(shape, ["a", "", 3])).toEqual(["k.1: text that is not empty", "k.2: a table"]);
});

test("CFG-3: a place is known when something there has a shape", () => {
  const shape = table({}, { a: list(textOr(table({}, { b: map(flag) }), () => ({}))) });
  const known = (...path: readonly (string | number)[]) => shapeAt(shape, path) !== null;
  expect(known("a", 3, "b", "anything")).toBe(true);
  expect(known("a", "b")).toBe(false);
  expect(known("a", 3, "c")).toBe(false);
  expect(known("constructor")).toBe(false);
});

const specs = [rootKeys, ...Object.values(SECTIONS), ...Object.values(LISTS).map((l) => l.keys)]
  .flatMap((group) => Object.entries<KeySpec>(group))
  .map(([key, spec]) => ({ key, ...spec }));

test("CFG-4: defaults and examples fit their keys, so that they need no check at run time", () => {
  expect(specs.length).toBeGreaterThan(120);
  for (const { key, shape, default: standard, example } of specs) {
    for (const value of [standard, example]) {
      const issues = value === undefined ? [] : shape.issues(value as TomlValue, []);
      expect([key, value, issues]).toEqual([key, value, []]);
    }
  }
});

test("CFG-2: no value makes a check throw, and what has no issues can be read", () => {
  fc.assert(
    fc.property(fc.constantFrom(...specs), tomlValue(), ({ shape }, value) => {
      if (shape.issues(value, []).length === 0) shape.read(value);
    }),
    { numRuns: 1000 },
  );
});
