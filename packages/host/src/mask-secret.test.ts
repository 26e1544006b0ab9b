import { expect, test } from "bun:test";
import fc from "fast-check";
import { maskSecret } from "./mask-secret.ts";

test("MODL-15: a key is shown by its ends only", () => {
  expect(maskSecret("sk-abcdefghijklmnopqrstuvwxyz")).toBe("sk-abcd…wxyz");
  expect(maskSecret("AIzaSyA0123456789abcdefghijk")).toBe("AIza…hijk");
});

test("MODL-15: short or strange secrets are hidden, their length too", () => {
  const hidden = maskSecret("");
  for (const secret of [
    "x",
    "sk-short",
    "hunter2hunter2",
    "sk-0123456789",
    `key ${"x".repeat(40)}`,
    "é".repeat(40),
  ]) {
    expect(maskSecret(secret)).toBe(hidden);
  }
});

test("MODL-15: never more than four characters at either end, whatever the secret", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{16,80}$/), (secret) => {
      const shown = maskSecret(secret);
      for (let at = 0; at + 5 <= secret.length; at++)
        expect(shown).not.toContain(secret.slice(at, at + 5));
    }),
  );
});
