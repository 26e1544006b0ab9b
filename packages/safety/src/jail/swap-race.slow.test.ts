import { expect, test } from "bun:test";
import { checkThenWrite } from "./testing/check-then-write.ts";
import { jailWriter } from "./testing/jail-writer.ts";
import { raceSwaps, type Swapped } from "./testing/swap-race.ts";

const FLIPS = 4_000;
const both: readonly Swapped[] = ["folder", "file"];

test.skipIf(process.platform !== "linux").each(both)(
  "FS-6 (part): a link swapped in for a %s during writes leads nobody out",
  async (swapped) => {
    const result = await raceSwaps(jailWriter, swapped, { flips: FLIPS });
    expect(result.escape).toBeNull();
    expect(result.flips).toBeGreaterThanOrEqual(FLIPS);
    expect(result.written).toBeGreaterThan(0);
  },
);

test.skipIf(process.platform !== "linux").each(both)(
  "FS-6 (part): the same race catches a twin that checks the path of a %s and then writes",
  async (swapped) => {
    const twin = (root: string) => Promise.resolve(checkThenWrite(root));
    const result = await raceSwaps(twin, swapped, { flips: 1_000_000 });
    expect(result.escape).not.toBeNull();
  },
);
