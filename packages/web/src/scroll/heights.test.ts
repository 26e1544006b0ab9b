import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { Heights } from "./heights.ts";

const height = fc.integer({ min: 0, max: 400 });
const change = fc.oneof(
  fc.record({ type: fc.constant("push" as const), height }),
  fc.record({ type: fc.constant("set" as const), at: fc.nat(200), height }),
  fc.record({ type: fc.constant("cut" as const), at: fc.nat(200) }),
);

test("heights agree with plain sums after any changes", () => {
  fc.assert(
    fc.property(
      fc.array(height, { maxLength: 60 }),
      fc.array(change, { maxLength: 80 }),
      (first, changes) => {
        const heights = new Heights();
        heights.reset(first);
        const plain = [...first];
        for (const one of changes) {
          if (one.type === "push") {
            heights.push(one.height);
            plain.push(one.height);
          } else if (one.type === "cut") {
            heights.cut(one.at);
            plain.length = Math.min(plain.length, one.at);
          } else if (one.at < plain.length) {
            expect(heights.set(one.at, one.height)).toBe(one.height - (plain[one.at] ?? 0));
            plain[one.at] = one.height;
          }
        }
        let sum = 0;
        for (const [at, own] of plain.entries()) {
          expect(heights.before(at)).toBe(sum);
          if (own > 0) expect(heights.rowAt(sum + own / 2)).toBe(at);
          sum += own;
        }
        expect(heights.total).toBe(sum);
        expect(heights.length).toBe(plain.length);
      },
    ),
  );
});

test("what lies above or below is the first or the last row", () => {
  const heights = new Heights();
  expect(heights.rowAt(10)).toBe(0);
  heights.reset([10, 20, 30]);
  expect(heights.rowAt(0)).toBe(0);
  expect(heights.rowAt(1000)).toBe(2);
});
