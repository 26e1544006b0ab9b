import { expect, test } from "bun:test";
import fc from "fast-check";
import { mergeDeep } from "./merge.ts";

test("MODL-5: merging is stable: what is merged again changes nothing", () => {
  const value = fc.object({ maxDepth: 2, withNullPrototype: false });
  fc.assert(
    fc.property(value, value, (lower, upper) => {
      const merged = mergeDeep(lower, upper);
      expect(mergeDeep(merged, upper)).toEqual(merged);
      expect(mergeDeep(lower, {})).toEqual(lower);
    }),
    { numRuns: 100 },
  );
});

test("MODL-5: a config cannot reach the prototype of objects", () => {
  const hostile = JSON.parse(
    '{"__proto__": {"polluted": true}, "a": {"__proto__": {"b": 1}}}',
  ) as object;
  const merged: object = mergeDeep({ a: {} }, hostile);
  expect("polluted" in merged).toBe(false);
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect(merged).toEqual({ a: {} });
});
