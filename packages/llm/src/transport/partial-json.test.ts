import { expect, test } from "bun:test";
import type { JsonValue } from "@squire/protocol";
import * as fc from "fast-check";
import { parsePartialJson } from "./partial-json.ts";

test.each<[string, JsonValue]>([
  ["", {}],
  ["   ", {}],
  ["{", {}],
  ['{"pa', {}],
  ['{"path"', {}],
  ['{"path":', {}],
  ['{"path": "src/a', { path: "src/a" }],
  ['{"path": "a\\', { path: "a" }],
  ['{"path": "a\\n', { path: "a\n" }],
  ['{"path": "a\\\\', { path: "a\\" }],
  ['{"path": "a\\u00', { path: "a" }],
  ['{"path": "a\\u00e4', { path: "aä" }],
  ['{"path": "\\ud83d', { path: "" }],
  ['{"path": "\\ud83d\\ude00', { path: "😀" }],
  ['{"path": "a", ', { path: "a" }],
  ['{"a": 1, "b', { a: 1 }],
  ['{"a": 12', { a: 12 }],
  ['{"a": 12.', { a: 12 }],
  ['{"a": -', {}],
  ['{"a": 1e', { a: 1 }],
  ['{"a": t', { a: true }],
  ['{"a": fals', { a: false }],
  ['{"a": nul', { a: null }],
  ['{"a": [1, [2, {"b": "c', { a: [1, [2, { b: "c" }]] }],
  ["[1, 2,", [1, 2]],
  ['"abc', "abc"],
  ["tru", true],
  ['{"a": {}', { a: {} }],
  // What is wrong and not only unfinished: the part before it.
  ['{"a": 1, b: 2}', { a: 1 }],
  ['{"a": 1 "b": 2}', { a: 1 }],
  ["hello", {}],
  ['{"a": "line\nbreak"}', { a: "line\nbreak" }],
  ['{"a": 1,}', { a: 1 }],
  ['{"a": undefined}', {}],
  ["}", {}],
])("PROV-5: %j", (text, value) => {
  expect(parsePartialJson(text)).toEqual({ value, complete: false });
});

test("PROV-5: a whole document is what JSON.parse makes of it", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parsePartialJson(text)).toEqual({ value: JSON.parse(text), complete: true });
    }),
    { numRuns: 300 },
  );
});

test("PROV-5: every prefix gives a value, and it grows towards the whole", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), fc.boolean(), (document, pretty) => {
      const text = JSON.stringify(document, null, pretty ? 2 : 0);
      for (let end = 0; end < text.length; end++) {
        const part = parsePartialJson(text.slice(0, end));
        expect(part.complete).toBe(false);
        expect(Object.keys(JSON.parse(text))).toEqual(
          expect.arrayContaining(Object.keys(part.value ?? {})),
        );
      }
      expect(parsePartialJson(text).complete).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("PROV-5: no text is too odd", () => {
  const odd = fc.array(fc.constantFrom(...'{}[]",:\\u0041 \n-1.eEtfn\ud83d\ude00'.split("")));
  fc.assert(
    fc.property(odd, (parts) => {
      const text = parts.join("");
      const { value, complete } = parsePartialJson(text);
      expect(JSON.stringify(value)).toBeString();
      expect(complete).toBe(accepts(text));
    }),
    { numRuns: 500 },
  );
});

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("PROV-5: a key called __proto__ is a key", () => {
  const { value } = parsePartialJson('{"__proto__": {"x": 1}, "a": ');
  expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test("PROV-5: depth and length do not break it", () => {
  expect(parsePartialJson("[".repeat(100_000)).complete).toBe(false);
  expect(parsePartialJson(`{"a":`.repeat(100_000)).complete).toBe(false);
  const long = parsePartialJson(`{"a":"${"\\n".repeat(1_000_000)}`);
  expect(long).toEqual({ value: { a: "\n".repeat(1_000_000) }, complete: false });
  expect(parsePartialJson(`{"a":"${"\\".repeat(1_000_001)}`).complete).toBe(false);
});
