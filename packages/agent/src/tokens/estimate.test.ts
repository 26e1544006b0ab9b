import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { estimateTokens, MOST_TOKENS_PER_CHAR } from "./estimate.ts";

const PROSE =
  "The quick brown fox jumps over the lazy dog, and nobody in the village knows why it happens every morning. ";
const CODE =
  "export function readAll(path: string): Promise<Entry[]> {\n  return store.open(path);\n}\n";

/** Characters per token. */
function density(text: string): number {
  return text.length / estimateTokens(text);
}

describe("LOOP-17", () => {
  test("LOOP-17: nothing is nothing, anything is something", () => {
    expect(estimateTokens("")).toBe(0);
    expect(estimateTokens(" ")).toBe(1);
    expect(estimateTokens("hello")).toBeLessThanOrEqual(2);
  });

  test("LOOP-17: prose has about four characters to a token, code about three", () => {
    expect(density(PROSE.repeat(50))).toBeWithin(3.6, 4.8);
    expect(density(CODE.repeat(50))).toBeWithin(2.6, 3.8);
  });

  test("LOOP-17: JSON, hashes and base64 are dense", () => {
    expect(density('{"name":"read","path":"src/a.ts","line":12},'.repeat(40))).toBeWithin(2, 3.4);
    expect(density("aGVsbG8gd29ybGQhIFRoaXMgaXMgYmFzZTY0".repeat(40))).toBeWithin(1.2, 2.6);
  });

  test("LOOP-17: an ideograph, a kana and a syllable of Hangul are about a token each", () => {
    for (const text of ["漢字文化圏", "ひらがな", "안녕하세요"]) {
      expect(density(text.repeat(100))).toBeWithin(0.9, 1.1);
    }
  });

  test("LOOP-17: other alphabets lie between, emoji cost several", () => {
    expect(density("Широкая электрификация южных губерний ".repeat(20))).toBeWithin(1.8, 3);
    expect(estimateTokens("🦊")).toBe(3);
  });

  test("LOOP-17: no text costs more than its bytes could", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(estimateTokens(text)).toBeLessThanOrEqual(text.length * MOST_TOKENS_PER_CHAR);
      }),
      { numRuns: 200 },
    );
  });

  test("LOOP-17: a text and its halves are counted alike", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (a, b) => {
        const apart = estimateTokens(a) + estimateTokens(b);
        expect(Math.abs(estimateTokens(a + b) - apart)).toBeLessThanOrEqual(4);
      }),
      { numRuns: 200 },
    );
  });

  test("LOOP-17: a huge text is sampled, and the sample is close", () => {
    const part = PROSE + CODE;
    const repeats = Math.ceil(400_000 / part.length);
    const expected = estimateTokens(part.repeat(100)) * (repeats / 100);
    const sampled = estimateTokens(part.repeat(repeats));
    expect(Math.abs(sampled - expected) / expected).toBeLessThan(0.05);
  });
});
