import { expect, test } from "bun:test";
import type { JsonValue } from "@squire/protocol";
import * as fc from "fast-check";
import { canonicalJson } from "./canonical-json.ts";

test("RPR-4: the order of keys and blanks make no difference, everything else does", () => {
  expect(canonicalJson({ b: 1, a: { d: [2, null], c: "x" } })).toBe(
    '{"a":{"c":"x","d":[2,null]},"b":1}',
  );
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  expect(canonicalJson({ a: "1" })).not.toBe(canonicalJson({ a: 1 }));
});

test("RPR-4: it is JSON of the same value, and the same for every spelling of it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // What JSON cannot spell (a negative zero) is not there any more.
      const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
      const text = canonicalJson(plain);
      expect(JSON.parse(text)).toEqual(plain);
      expect(canonicalJson(JSON.parse(JSON.stringify(plain, null, 3)) as JsonValue)).toBe(text);
      expect(canonicalJson(reversed(plain))).toBe(text);
    }),
    { numRuns: 200 },
  );
});

function reversed(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)] as const);
  return Object.fromEntries(entries.toReversed());
}
