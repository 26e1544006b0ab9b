import { expect, test } from "bun:test";
import fc from "fast-check";
import { mergeTables, settleAppends } from "./merge.ts";
import { tomlTable } from "./testing/arbitrary-toml.ts";
import { parseToml } from "./toml-literal.ts";
import { sameContent, tableOf, valueAt, type TomlTable } from "./toml-value.ts";

const merged = (...documents: readonly string[]): unknown => {
  const tables = documents.map(parseToml);
  const result = tables.reduce((lower, higher) => mergeTables(lower, higher), tableOf([]));
  return JSON.parse(JSON.stringify(settleAppends(result)));
};

test("CFG-1: tables merge key by key, the higher layer wins", () => {
  expect(
    merged("x = 1\n[agent]\nmax_steps = 1\ntemperature = 0", "[agent]\nmax_steps = 9"),
  ).toEqual({
    x: 1,
    agent: { max_steps: 9, temperature: 0 },
  });
});

test("CFG-1: a list replaces the one below it", () => {
  expect(merged("fallback = [1, 2]", "fallback = [3]")).toEqual({ fallback: [3] });
});

test("CFG-1: a list under a key that ends in + is added", () => {
  expect(merged("fallback = [1]", '"fallback+" = [2]', '"fallback+" = [3]')).toEqual({
    fallback: [1, 2, 3],
  });
  expect(merged('"fallback+" = [2]')).toEqual({ fallback: [2] });
  expect(merged('[a]\n"b+" = [2]', "[a]\nb = [1]")).toEqual({ a: { b: [1] } });
});

test("CFG-1: one file may state a list and add to it, in either order", () => {
  expect(merged("a = [0]", '"a+" = [2]\na = [1]')).toEqual({ a: [1, 2] });
});

test("a plus on something that is no list is part of the name", () => {
  expect(merged("a = 1", '"a+" = 2')).toEqual({ a: 1, "a+": 2 });
});

/** One kind of value per key, as the schema guarantees it for checked layers. */
const layer: fc.Arbitrary<TomlTable> = fc
  .record(
    {
      list: fc.array(fc.nat(9), { maxLength: 3 }),
      "list+": fc.array(fc.nat(9), { maxLength: 3 }),
      scalar: fc.nat(9),
      table: fc
        .record(
          { x: fc.nat(9), "deep+": fc.array(fc.nat(9), { maxLength: 2 }) },
          { requiredKeys: [] },
        )
        .map((table) => tableOf(Object.entries(table))),
    },
    { requiredKeys: [] },
  )
  .map((table) => mergeTables(tableOf([]), tableOf(Object.entries(table))));

test("CFG-1: layers can be grouped in any way", () => {
  fc.assert(
    fc.property(layer, layer, layer, (a, b, c) => {
      const left = settleAppends(mergeTables(mergeTables(a, b), c));
      const right = settleAppends(mergeTables(a, mergeTables(b, c)));
      expect(sameContent(left, right)).toBe(true);
    }),
  );
});

test("CFG-1: an empty layer changes nothing", () => {
  fc.assert(
    fc.property(tomlTable(), (table) => {
      const normal = mergeTables(tableOf([]), table);
      expect(sameContent(mergeTables(normal, tableOf([])), normal)).toBe(true);
      expect(sameContent(mergeTables(tableOf([]), normal), normal)).toBe(true);
    }),
  );
});

test("CFG-1: what the highest layer says is in effect", () => {
  fc.assert(
    fc.property(
      tomlTable(),
      fc.constantFrom("a", "b", "max_steps"),
      fc.nat(),
      (lower, key, value) => {
        expect(valueAt(mergeTables(lower, tableOf([[key, value]])), [key])).toBe(value);
      },
    ),
  );
});
