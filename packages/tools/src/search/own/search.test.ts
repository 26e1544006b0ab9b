import { describe, expect, test } from "bun:test";
import { systemClock } from "@squire/platform";
import { FakeClock, rejectionOf, tempWorkspace } from "@squire/testkit";
import type { Query } from "../query.ts";
import type { Root } from "../root.ts";
import { scanCache } from "../scan/scan-cache.ts";
import type { ScanLimits } from "../watch.ts";
import { ownSearch } from "./search.ts";

const QUERY: Query = {
  pattern: "x",
  ignoreCase: false,
  multiline: false,
  context: 0,
  output: "content",
  wanted: 10,
  names: null,
  fits: () => true,
  mayTell: () => true,
};
/** Takes about 2^n steps on n times x: no engine that tries all ways gets through. */
const ENDLESS = "(x+x+)+y";

function searchIn(path: string, pattern: string, given: Partial<ScanLimits> = {}) {
  const root: Root = { path, nameOf: (name) => name, only: null, reach: "above" };
  const limits = {
    signal: new AbortController().signal,
    clock: systemClock,
    timeoutMs: 60_000,
    ...given,
  };
  return ownSearch({ query: { ...QUERY, pattern }, root, scans: scanCache(), limits });
}

describe("SEC-7: a pattern that would never end", () => {
  test("SEC-7: is told, with the file; a sound one on the same text is not", async () => {
    await using dir = await tempWorkspace({ "a.txt": `${"x".repeat(60)}\n` });
    expect(String(await rejectionOf(searchIn(dir.root, ENDLESS)))).toContain(
      "The pattern takes too long in a.txt.",
    );
    expect((await searchIn(dir.root, "x+y?$")).total).toBe(1);
  });

  test("SEC-7: never holds up the abort, the time limit or anything else", async () => {
    await using dir = await tempWorkspace({ "a.txt": `${"x".repeat(60)}\n` });
    const stop = new AbortController();
    const found = rejectionOf(searchIn(dir.root, ENDLESS, { signal: stop.signal }));
    setTimeout(() => stop.abort(), 20);
    expect(String(await found)).toContain("Aborted: Signal");
    const clock = new FakeClock();
    const late = rejectionOf(searchIn(dir.root, ENDLESS, { clock, timeoutMs: 1_000 }));
    await clock.whenPending(2);
    await clock.advance(1_000);
    expect(String(await late)).toContain("Aborted: Timeout (1 s)");
    const stuck = rejectionOf(searchIn(dir.root, ENDLESS, { clock }));
    await clock.whenPending(2);
    await clock.advance(3_000);
    await clock.advance(3_000);
    expect(String(await stuck)).toContain("The pattern takes too long in a.txt.");
  });

  test("SEC-7 (part): a sound pattern is not blamed when its thread has to wait for its turn", async () => {
    await using dir = await tempWorkspace({ "a.txt": `${"x".repeat(60)}\n` });
    const clock = new FakeClock();
    const found = searchIn(dir.root, "x+y?$", { clock });
    await clock.whenPending(2);
    // Time goes by before it has begun.
    await clock.advance(3_000);
    await clock.advance(3_000);
    expect((await found).total).toBe(1);
  });
});
