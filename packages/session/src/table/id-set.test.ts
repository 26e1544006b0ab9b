import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { IdSet } from "./id-set.ts";

/** Also what is no well-formed text, and what only looks like a UUID. */
const id = fc.oneof(
  fc.uuid(),
  fc.uuid().map((uuid) => uuid.toUpperCase()),
  fc.uuid().map((uuid) => uuid.replaceAll("-", "")),
  fc.string({ unit: "binary", minLength: 1, maxLength: 50 }),
  fc.string({ unit: fc.constantFrom("\uD800", "\uDC00", "a", "þ", "ÿ"), minLength: 1 }),
);

test("ids come back as they were, are found by their text, and no other is", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(id, { maxLength: 60 }),
      fc.nat(60),
      fc.array(id),
      (ids, half, others) => {
        const first = new IdSet();
        for (const text of ids.slice(0, half)) first.add(text);
        const set = copied(first);
        for (const text of ids.slice(half)) {
          expect(set.find(text)).toBe(-1);
          set.add(text);
        }
        expect(ids.map((_, number) => set.text(number))).toEqual(ids);
        expect(ids.map((text) => set.find(text))).toEqual(ids.map((_, number) => number));
        for (const other of others) expect(set.find(other)).toBe(ids.indexOf(other));
      },
    ),
  );
});

/** As a set comes back from an index. */
function copied(set: IdSet): IdSet {
  const copy = new IdSet();
  const lengths = Uint32Array.from({ length: set.size }, (_, number) => set.lengthOf(number));
  expect(copy.addAll(set.bytesOf(0, set.size), lengths)).toBe(true);
  return copy;
}

test("it grows beyond its first size", () => {
  const set = new IdSet();
  expect(set.find("e0")).toBe(-1);
  for (let number = 0; number < 5000; number++) set.add(`e${number}`);
  expect(set.find("e0")).toBe(0);
  expect(set.find("e4321")).toBe(4321);
  expect(set.find("e5000")).toBe(-1);
});
