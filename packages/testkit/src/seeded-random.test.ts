import { expect, test } from "bun:test";
import { fakeIds } from "./fake-ids.ts";
import { seededRandom } from "./seeded-random.ts";

test("a seed decides all numbers, and they are spread over [0, 1)", () => {
  const draw = (seed: number) => Array.from({ length: 1_000 }, seededRandom(seed));

  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  const numbers = draw(7);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  for (let tenth = 0; tenth < 10; tenth++) {
    const hits = numbers.filter((number) => Math.floor(number * 10) === tenth).length;
    expect(hits).toBeGreaterThan(60);
  }
});

test("ids count per maker", () => {
  const one = fakeIds("ses");
  const two = fakeIds("ses");

  expect([one(), one(), two()]).toEqual(["ses_1", "ses_2", "ses_1"]);
});
