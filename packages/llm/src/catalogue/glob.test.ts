import { expect, test } from "bun:test";
import fc from "fast-check";
import { globMatches } from "./glob.ts";

test.each([
  ["*", "", true],
  ["anthropic/*", "anthropic/claude-opus-5", true],
  ["*sonnet*", "openrouter/anthropic/claude-SONNET-5", true],
  ["gpt-?-sol", "gpt-6-sol", true],
  ["gpt-?-sol", "gpt-66-sol", false],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c-b", false],
  ["mimo[1m]", "mimo[1m]", true],
  ["mimo[1m]", "mimo1", false],
  ["", "x", false],
  ["x?", "x", false],
])("MODL-12: %s against %s is %p", (pattern, text, fits) => {
  expect(globMatches(pattern, text)).toBe(fits);
});

test("MODL-12: a glob agrees with the plain meaning of its signs", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "[", "\\"), maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "[", "\\", "\n"), maxLength: 10 });
  fc.assert(
    fc.property(letters, text, (pattern, given) => {
      const escaped = pattern
        .split("")
        .map((sign) => (sign === "*" ? ".*" : sign === "?" ? "." : sign.replace(/[[\\]/, "\\$&")));
      expect(globMatches(pattern, given)).toBe(
        new RegExp(`^${escaped.join("")}$`, "s").test(given),
      );
    }),
    { numRuns: 500 },
  );
});

test("MODL-12: no pattern is slow", () => {
  expect(globMatches(`${"*a".repeat(200)}b`, "a".repeat(5000))).toBe(false);
});
