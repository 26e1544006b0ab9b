import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { bodyText } from "./body.ts";
import { GrowingBody } from "./growing-body.ts";

const decoder = new TextDecoder();

test("LOOP-3: what is lent are the bytes of the body, whatever came before", () => {
  const item = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
  const change = fc.record({
    keeps: fc.nat(4),
    more: fc.array(item, { maxLength: 3 }),
    open: fc.constantFrom('{"a":[', '{"b":['),
    long: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 10 }), (changes) => {
      const growing = new GrowingBody();
      let items: readonly string[] = [];
      for (const { keeps, more, open, long } of changes) {
        const kept = keeps === 0 ? items.slice(1) : items;
        items = [...kept, ...more, ...(long ? ["é".repeat(50_000)] : [])];
        const body = { open, items, close: "]}" };
        const { bytes, giveBack } = growing.lend(body);
        expect(decoder.decode(bytes)).toBe(bodyText(body));
        giveBack();
      }
    }),
    { numRuns: 60 },
  );
});

test("LOOP-3: bytes that are on their way do not change", () => {
  const growing = new GrowingBody();
  const first = { open: "[", items: ["1"], close: "]" };
  const second = { ...first, items: ["1", "2"] };
  const sent = growing.lend(first);
  const beside = growing.lend(second);
  expect(decoder.decode(sent.bytes)).toBe("[1]");
  expect(decoder.decode(beside.bytes)).toBe("[1,2]");
  sent.giveBack();
  expect(decoder.decode(growing.lend(second).bytes)).toBe("[1,2]");
});
