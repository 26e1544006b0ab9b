import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { Column } from "./column.ts";

const sizes = fc.array(
  fc.oneof(fc.constant(1), fc.nat(700), fc.constantFrom(16_383, 16_384, 20_000)),
  {
    minLength: 1,
    maxLength: 12,
  },
);

test("a column is the list of what was put into it, however it came", () => {
  fc.assert(
    fc.property(sizes, fc.nat(), (parts, seed) => {
      const column = new Column((length) => new Uint32Array(length));
      const plain: number[] = [];
      for (const size of parts) {
        const values = Uint32Array.from(
          { length: size },
          (_, at) => (seed + plain.length + at) >>> 0,
        );
        if (size === 1) column.push(values[0] ?? 0);
        else column.append(values);
        for (const value of values) plain.push(value);
      }
      expect(column.length).toBe(plain.length);
      expect(Array.from(column.slice(0, plain.length))).toEqual(plain);
      const middle = Math.floor(plain.length / 2);
      column.set(middle, 7);
      expect(column.at(middle)).toBe(plain.length === 0 ? 0 : 7);
      expect(column.at(plain.length + 5)).toBe(0);
      expect(Array.from(column.slice(middle + 1, plain.length))).toEqual(plain.slice(middle + 1));
    }),
    { numRuns: 40 },
  );
});
