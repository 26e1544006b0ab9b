import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { findMentions, strikeMentions } from "./mentions.ts";

const places = (text: string): readonly string[] =>
  findMentions(text).map(({ path, line, lastLine }) =>
    line === lastLine ? `${path}:${line}` : `${path}:${line}-${lastLine}`,
  );

describe("LOOP-25: places that an answer names", () => {
  test("LOOP-25: in words, in code and in links", () => {
    expect(places("See src/a.ts:12 and `lib/b.test.ts:3-9`.")).toEqual([
      "src/a.ts:12",
      "lib/b.test.ts:3-9",
    ]);
    expect(places("It is [here](src/a.ts:12), [there](./b.py#L4-L8).")).toEqual([
      "src/a.ts:12",
      "./b.py:4-8",
    ]);
    expect(places("(Makefile.am:7) ../x/y.c:1:33, bin/tool:5")).toEqual([
      "Makefile.am:7",
      "../x/y.c:1",
      "bin/tool:5",
    ]);
  });

  test("LOOP-25: addresses, times and ratios are no places", () => {
    const text =
      "http://host.name:80/x https://a.b/c.ts:3 127.0.0.1:8080 at 12:30, 3:1, a:b, key: 5, v1.2:3x";
    expect(places(text)).toEqual([]);
  });

  test("LOOP-25: what is broken is struck through and marked", () => {
    const text = "See a.ts:1, b.ts:2 and [c](c.ts:3).";
    const [, second, third] = findMentions(text);
    expect(
      strikeMentions(
        text,
        [second, third].filter((m) => m !== undefined),
      ),
    ).toBe("See a.ts:1, ~~b.ts:2~~ ✗ and [c](c.ts:3) ✗.");
  });

  test("LOOP-25: any text is read in bounded time and mentions never overlap", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const found = findMentions(text);
        for (const [at, mention] of found.entries()) {
          expect(mention.start).toBeGreaterThanOrEqual(found[at - 1]?.end ?? 0);
        }
      }),
    );
    expect(findMentions("a/".repeat(50_000))).toEqual([]);
    expect(findMentions(`${"a".repeat(100_000)}.ts:1`)).toBeArray();
  });
});
