import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { legalNames } from "./legal-names.ts";

describe("C12: names for vendors", () => {
  test("C12: what is fine stays, the rest is made fine", () => {
    expect([
      ...legalNames(["read", "math.add", "3d/render", "-x", "größe", "", "a".repeat(70)]),
    ]).toEqual([
      ["read", "read"],
      ["", "tool"],
      ["-x", "_-x"],
      ["3d/render", "_3d_render"],
      ["a".repeat(70), "a".repeat(64)],
      ["größe", "gr_e"],
      ["math.add", "math_add"],
    ]);
  });

  test("C12: names that become alike are numbered in sorted order, and never take a name that is fine", () => {
    const made = legalNames(["a.b", "a b", "a_b", "a-b", "a..b"]);
    expect(Object.fromEntries(made)).toEqual({
      a_b: "a_b",
      "a-b": "a-b",
      "a b": "a_b_2",
      "a..b": "a_b_3",
      "a.b": "a_b_4",
    });
  });

  test("C12: long names keep their number", () => {
    const long = (end: string): string => `${"x".repeat(64)}${end}`;
    expect([...legalNames([long("1"), long("2")]).values()]).toEqual([
      "x".repeat(64),
      `${"x".repeat(62)}_2`,
    ]);
  });

  test("C12: any names: legal for every vendor, one for each, in any order the same", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom("a", "_", ".", "-", "1", " "), maxLength: 6 }),
      fc.string({ unit: fc.constantFrom("a", "."), minLength: 60, maxLength: 70 }),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), (names) => {
        const made = legalNames(names);
        expect(new Set(made.keys())).toEqual(new Set(names));
        expect(new Set(made.values()).size).toBe(made.size);
        for (const legal of made.values()) expect(legal).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
        expect([...legalNames(names.toReversed())]).toEqual([...made]);
      }),
    );
  });
});
