import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { readArgs } from "./read-args.ts";

const whole = { ok: true, repaired: false, lossy: false, notes: [] } as const;

describe("RPR-9", () => {
  test("RPR-9: an object is read as it is", () => {
    expect(readArgs('{"path":"a"}')).toEqual({ ...whole, value: { path: "a" } });
  });

  test.each(["", "  \n", "null"])("RPR-9: %p stands for no arguments", (text) => {
    expect(readArgs(text)).toEqual({ ...whole, value: {} });
  });

  test("RPR-3: repaired arguments say that they are, and whether something may be missing", () => {
    expect(readArgs('{"path":"a","content":"half of')).toEqual({
      ok: true,
      value: { path: "a", content: "half of" },
      repaired: true,
      lossy: true,
      notes: ["the last text was cut off and closed as it was"],
    });
    expect(readArgs('{"path":"a"')).toMatchObject({ ok: true, repaired: true, lossy: false });
  });

  test("RPR-9: an object inside a text is taken out, and that is said", () => {
    expect(readArgs(JSON.stringify('{"path":"a"}'))).toMatchObject({
      ok: true,
      value: { path: "a" },
      repaired: true,
    });
  });

  test("RPR-9: what cannot be repaired gives the place and its surroundings", () => {
    expect(readArgs('{"path": src/a.ts}')).toEqual({
      ok: false,
      position: 9,
      problem:
        'not valid JSON: a value was expected at character 9 (near "{\\"path\\": src/a.ts}")',
    });
  });

  test.each([
    ["[1]", "a list, not an object"],
    ["3", "a number, not an object"],
    ['"x"', "a string, not an object"],
    ["[1,", "a list, not an object"],
  ])("RPR-9: %s is no object", (text, problem) => {
    expect(readArgs(text)).toEqual({ ok: false, problem, position: null });
  });

  test("RPR-9: arguments without bottom are refused", () => {
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(readArgs(deep)).toMatchObject({ ok: false, problem: "nested deeper than 200 levels" });
    expect(readArgs(JSON.stringify(deep))).toMatchObject({ ok: false });
  });

  test("RPR-9: no text makes it throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(typeof readArgs(text).ok).toBe("boolean");
      }),
      { numRuns: 300 },
    );
  });
});
