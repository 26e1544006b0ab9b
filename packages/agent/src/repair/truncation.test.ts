import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { repairTruncation } from "./truncation.ts";

describe("RPR-3", () => {
  test.each([
    ["an open text", '{"path":"src/a', '{"path":"src/a"}', true],
    ["missing brackets", '{"a":[{"b":1}', '{"a":[{"b":1}]}', false],
    ["a missing value", '{"a":1,"b":', '{"a":1,"b":null}', true],
    ["a name without a colon", '{"a":1,"b"', '{"a":1,"b":null}', true],
    ["half a name", '{"a":1,"lo', '{"a":1}', true],
    ["a comma at the end of an object", '{"a":1,', '{"a":1}', true],
    ["a comma at the end of a list", '{"a":[1,', '{"a":[1]}', true],
    ["half a word", '{"a":tr', '{"a":true}', false],
    ["half a number", '{"a":12.', '{"a":12}', true],
    ["only a sign", '{"a":-', '{"a":null}', true],
    ["half an escape", '{"a":"x\\', '{"a":"x"}', true],
    ["half a code", '{"a":"x\\u00', '{"a":"x"}', true],
    ["half a pair", '{"a":"x\\ud83d', '{"a":"x"}', true],
    ["an escaped backslash", '{"a":"x\\\\', '{"a":"x\\\\"}', true],
    ["a backslash and a u", '{"a":"x\\\\u12', '{"a":"x\\\\u12"}', true],
    ["many backslashes and one", `{"a":"${"\\".repeat(41)}`, `{"a":"${"\\".repeat(40)}"}`, true],
    ["nothing at all", "", "{}", true],
  ])("RPR-3: %s", (_what, text, repaired, lossy) => {
    expect(repairTruncation(text)).toMatchObject({
      repaired,
      lossy,
      changed: true,
      position: null,
    });
    expect(repairTruncation(text).notes).toHaveLength(1);
  });

  test("RPR-3: what is whole is not touched", () => {
    const text = ' {"a": [1, "x\\n", null]} ';
    const untouched = { repaired: text, changed: false, lossy: false, notes: [], position: null };
    expect(repairTruncation(text)).toEqual(untouched);
  });

  test("RPR-3: raw line breaks inside a text are escaped, and that is said", () => {
    const { repaired, lossy, notes } = repairTruncation('{"a":"one\ntwo\tthree"}');
    expect(JSON.parse(repaired)).toEqual({ a: "one\ntwo\tthree" });
    expect([lossy, notes]).toEqual([false, ["line breaks inside texts were escaped"]]);
  });

  test.each([
    ["{a:1}", 1, "a name in quotes was expected"],
    ['{"a":1}}', 7, "there is text behind the end"],
    ['{"a" 1}', 5, "a colon was expected"],
    ['{"a":1 "b":2}', 7, "a comma or the end of the object was expected"],
    ['{"a":[1}', 7, "a comma or the end of the list was expected"],
    ['{"a":"\\d"}', 6, "there is no such escape"],
    ['{"a":x}', 5, "a value was expected"],
    ['{"a":01}', 6, "a comma or the end of the object was expected"],
    ["'x'", 0, "a value was expected"],
  ])("RPR-9: %s cannot be mended, and the place is told", (text, at, what) => {
    expect(repairTruncation(text)).toEqual({
      repaired: text,
      changed: false,
      lossy: false,
      notes: [`${what} at character ${at}`],
      position: at,
    });
  });

  test("RPR-9: a value without bottom is refused, not followed", () => {
    expect(repairTruncation("[".repeat(100_000)).position).toBe(200);
    expect(repairTruncation("[".repeat(200)).repaired).toBe("[".repeat(200) + "]".repeat(200));
  });

  test("RPR-3: every prefix of valid JSON becomes valid JSON", () => {
    const json = fc
      .tuple(fc.json({ stringUnit: "binary" }), fc.constantFrom(undefined, 1, "\t"))
      .map(([text, indent]) => JSON.stringify(JSON.parse(text), null, indent));
    fc.assert(
      fc.property(json, fc.nat(), (text, seed) => {
        const { repaired, position } = repairTruncation(text.slice(0, seed % (text.length + 1)));
        expect(position).toBeNull();
        expect(() => JSON.parse(repaired)).not.toThrow();
        expect(repairTruncation(text)).toMatchObject({ changed: false, repaired: text });
      }),
      { numRuns: 1000 },
    );
  });

  test("RPR-3: it accepts exactly what JSON.parse accepts", () => {
    const noise = fc.stringMatching(/^[{}[\]":,\\u0-9a-f truefalsn.eE+-]{0,24}$/);
    fc.assert(
      fc.property(noise, (text) => {
        const { changed, position } = repairTruncation(text);
        expect(!changed && position === null).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("RPR-3: what came before the end keeps its meaning", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        fc.nat(),
        (value, seed) => {
          const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
          const text = JSON.stringify(plain);
          const repaired = JSON.parse(
            repairTruncation(text.slice(0, seed % text.length)).repaired,
          ) as object;
          const keys = Object.keys(plain);
          for (const [at, key] of Object.keys(repaired).entries()) {
            expect(key).toBe(keys[at] ?? "");
            if (at < Object.keys(repaired).length - 1) {
              expect(Reflect.get(repaired, key)).toEqual(plain[key]);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
