import { describe, expect, test } from "bun:test";
import type { OutcomeMessage } from "@squire/protocol";
import * as fc from "fast-check";
import { capOutcome, capResult, RESULT_CAPS } from "./cap-result.ts";
import { estimateTokens } from "./estimate.ts";

const MARK = /\n\[…truncated (\d+) chars…\]\n/;

describe("LOOP-12", () => {
  test("LOOP-12: what fits is not touched", () => {
    const text = "short\n".repeat(100);
    expect(capResult(text)).toEqual({ text, truncated: false, omitted: 0 });
  });

  test("LOOP-12: a long output keeps its head, its last kilobyte and the number in between", () => {
    const text = `HEAD ${"some words of output\n".repeat(20_000)} TAIL`;
    const capped = capResult(text);
    const [head = "", count, tail = ""] = capped.text.split(MARK);
    expect(head.startsWith("HEAD")).toBe(true);
    expect(tail.endsWith(" TAIL")).toBe(true);
    expect(tail.length).toBeWithin(1000, 1025);
    expect(head.length + tail.length + Number(count)).toBe(text.length);
    expect(capped).toMatchObject({ truncated: true, omitted: Number(count) });
  });

  test("LOOP-11: ideographs are capped by tokens, not by characters", () => {
    const capped = capResult("漢".repeat(31_000));
    expect(capped.truncated).toBe(true);
    expect(estimateTokens(capped.text)).toBeWithin(7_000, 8_001);
    expect(capped.text.length).toBeLessThan(8_200);
  });

  test("LOOP-12: a huge text is never counted as a whole", () => {
    const counted: number[] = [];
    const count = (text: string): number => {
      counted.push(text.length);
      return estimateTokens(text);
    };
    capResult("x y ".repeat(2_000_000), { ...RESULT_CAPS, count });
    capResult("漢".repeat(5_000_000), { ...RESULT_CAPS, count });
    expect(Math.max(...counted)).toBeLessThanOrEqual(RESULT_CAPS.chars);
    expect(counted.length).toBeLessThanOrEqual(2 * 10);
  });

  test("LOOP-12: a text that is dense only at its end is shrunk until it fits", () => {
    const text = `${" ".repeat(20_000)}${"漢".repeat(40_000)}`;
    const capped = capResult(text);
    expect(estimateTokens(capped.text)).toBeLessThanOrEqual(8_000);
    expect(capped.text.length).toBeLessThanOrEqual(32_000);
  });

  const anyText = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 2_000 }),
    fc.string({ unit: "binary", maxLength: 2_000 }),
    fc
      .tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }), fc.nat(500))
      .map(([part, times]) => part.repeat(times)),
  );
  const anyCaps = fc.record({ tokens: fc.nat(600), chars: fc.nat(1_500) });

  test("LOOP-12: the result is within both caps, deterministic and idempotent", () => {
    fc.assert(
      fc.property(anyText, anyCaps, (text, caps) => {
        const { text: capped, truncated } = capResult(text, caps);
        expect(capped.length).toBeLessThanOrEqual(caps.chars);
        expect(estimateTokens(capped)).toBeLessThanOrEqual(caps.tokens);
        expect(capResult(text, caps).text).toBe(capped);
        expect(capResult(capped, caps)).toEqual({ text: capped, truncated: false, omitted: 0 });
        if (!truncated) expect(capped).toBe(text);
        if (text.isWellFormed()) expect(capped.isWellFormed()).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test("LOOP-12: the caps hold for a count that is stricter than the estimate", () => {
    const bytes = (text: string): number => Buffer.byteLength(text);
    fc.assert(
      fc.property(anyText, (text) => {
        const capped = capResult(text, { tokens: 500, chars: 400, count: bytes });
        expect(bytes(capped.text)).toBeLessThanOrEqual(500);
      }),
      { numRuns: 200 },
    );
  });
});

describe("LOOP-11", () => {
  const outcome = (...content: OutcomeMessage["content"]): OutcomeMessage => ({
    role: "tool",
    callId: "c1",
    name: "bash",
    content,
    failed: false,
  });
  const image = { type: "image", mimeType: "image/png", data: "AAAA" } as const;

  test("LOOP-11: an outcome that fits stays the same object", () => {
    const fits = outcome({ type: "text", text: "ok" }, image);
    expect(capOutcome(fits)).toBe(fits);
  });

  test("LOOP-11: several texts share one cap, images stay", () => {
    const text = "word ".repeat(5_000);
    const capped = capOutcome(outcome({ type: "text", text }, image, { type: "text", text }));
    expect(capped.content.map(({ type }) => type)).toEqual(["text", "image"]);
    const [first] = capped.content;
    expect(first?.type === "text" && estimateTokens(first.text)).toBeWithin(5_000, 8_001);
    expect(capOutcome(capped)).toBe(capped);
  });
});
