import { expect, test } from "bun:test";
import { sampleIndexDeaths } from "../testing/index-deaths.ts";
import { sampleIndexes } from "../testing/index-loop.ts";
import { reforged, unseenEdit } from "../testing/index-twists.ts";
import type { IndexTwist } from "../testing/index-twists.ts";
import { overDisk } from "../testing/over-disk.ts";
import type { Disk } from "../disk.ts";
import { factsFrom, keptFacts } from "../tree/facts.ts";

test("SES-2 (part), SES-4 (part): a log is read with its index as without, whatever happened to either", async () => {
  const { failures } = await sampleIndexes(80, 41);
  expect(failures).toEqual([]);
});

test("SES-4 (part): an index whose rows lie is noticed when they are looked at", async () => {
  const { failures } = await sampleIndexes(30, 51, {
    twist: (at) => reforged(at, (kept) => kept, 1),
  });
  // Refused once, and from then on read without it.
  expect(failures.filter((failure) => !failure.startsWith("with an index: refused"))).toEqual([]);
});

test("PKG-6 (part): a process that dies while it writes its index loses nothing by it", async () => {
  const { failures } = await sampleIndexDeaths(150, 81);
  expect(failures).toEqual([]);
});

/** What no check can find: all hashes are right. */
const lie: IndexTwist = (at) =>
  reforged(at, (kept) => ({
    ...kept,
    facts: keptFacts({ ...factsFrom(kept.facts), replies: 99 }),
  }));

test("SES-2 (part): the judges of indexes catch one that lies about its branch", async () => {
  const { failures } = await sampleIndexes(30, 61, { twist: lie });
  expect(failures.join("\n")).toContain("with an index: other replies");
  const deaths = await sampleIndexDeaths(60, 90, lie);
  expect(deaths.failures.join("\n")).toContain("read differently");
});

test("SES-4 (part): the judge of indexes catches an edit of the log that went unseen", async () => {
  const { failures } = await sampleIndexes(30, 71, { twist: unseenEdit, disk: timeless });
  expect(failures.join("\n")).toContain("with an index: other problems");
});

/** A disk that does not say when a file was changed. */
function timeless(disk: Disk): Disk {
  const plain = overDisk(() => disk);
  return { ...plain, stat: async (path) => ({ ...(await disk.stat(path)), mtimeMs: 0 }) };
}
