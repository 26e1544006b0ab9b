import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { fakeIo } from "../testing/fake-io.ts";
import { jsonPieces, writePages } from "./pages.ts";
import { readProgress } from "./read-progress.ts";

test("CLI-3 (part): a list printed in pieces is printed as a whole", () => {
  const fields = fc.dictionary(fc.constantFrom("id", "a b", "c"), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(fields, fc.array(fc.jsonValue()), fc.jsonValue(), (before, list, problems) => {
      const whole = JSON.stringify({ ...before, entries: list, problems }, null, 2);
      const pieces = [...jsonPieces(before, "entries", list, { problems })];
      expect(pieces.join("")).toBe(`${whole}\n`);
    }),
  );
});

test("pages wait until they are read, and end when nobody wants more", async () => {
  const stopper = new AbortController();
  const io = fakeIo({ signal: stopper.signal });
  let waits = 0;
  const drained = async (): Promise<void> => {
    if (++waits === 2) stopper.abort();
  };
  const pieces = Array.from({ length: 10 }, () => "x".repeat(40_000));
  await writePages({ ...io, stdout: { ...io.stdout, drained } }, pieces);
  expect(io.out()).toHaveLength(160_000);
  await writePages(fakeIo(), []);
});

test("SES-6 (part): only a terminal is shown how far a large session was read", () => {
  const draw = (isTty: boolean): string => {
    const io = fakeIo({ isTty });
    const progress = readProgress(io);
    for (const bytesDone of [0, 1_000_000, 600_000_000, 1_200_000_000]) {
      progress({ path: "/s", bytes: 1_200_000_000, bytesDone });
    }
    return io.err();
  };
  expect(draw(false)).toBe("");
  expect(draw(true).split("\r\u001B[K")).toEqual([
    "",
    "squire: reading a session of 1,200 MB: 0 %",
    "squire: reading a session of 1,200 MB: 50 %",
    "",
  ]);
});
