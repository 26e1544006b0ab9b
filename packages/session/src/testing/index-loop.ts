import { isDeepStrictEqual } from "node:util";
import { memoryDisk, seededRandom } from "@squire/testkit";
import type { Disk } from "../disk.ts";
import { openLog } from "../log/open.ts";
import type { SessionPorts } from "../ports.ts";
import type { LoopResult } from "./crash-loop.ts";
import { said, spent } from "./drafts.ts";
import { INDEX_TWISTS } from "./index-twists.ts";
import type { IndexTwist } from "./index-twists.ts";
import { pictureOf, plainPictureOf, summariesOf, viewOf } from "./picture.ts";
import type { Picture } from "./picture.ts";
import { randomFile } from "./random-file.ts";
import { testPorts } from "./rig.ts";

const LOG = "/home/log.jsonl";

export type IndexLoopOptions = {
  /** In the place of all that may happen. */
  readonly twist?: IndexTwist;
  /** Makes a broken twin of the index by breaking the disk it believes in. */
  readonly disk?: (disk: Disk) => Disk;
};

/** Whatever a log is and whatever happened to its index: it is read as without one. */
export async function sampleIndexes(
  runs: number,
  seed: number,
  options: IndexLoopOptions = {},
): Promise<LoopResult> {
  const faults: string[] = [];
  for (let run = 0; run < runs; run++) {
    const found = await judgeIndex(seed + run, options);
    faults.push(...found.map((fault) => `${fault} (seed ${seed + run})`));
  }
  return { cases: runs, failures: faults };
}

async function judgeIndex(seed: number, options: IndexLoopOptions): Promise<readonly string[]> {
  const random = seededRandom(seed * 31 + 7);
  const { bytes, ends } = randomFile(seed);
  const memory = memoryDisk();
  const ports = testPorts(options.disk?.(memory) ?? memory);
  await memory.mkdir("/home");
  const faults: string[] = [];
  let done = 0;
  for (const end of cuts(random, bytes.length, ends)) {
    await grow(memory, bytes.subarray(done, end));
    done = end;
    const names = Object.keys(INDEX_TWISTS);
    const name = names[Math.floor(random() * names.length)] ?? "nothing";
    await (options.twist ?? INDEX_TWISTS[name])?.({ disk: ports.disk, path: LOG, random });
    const found = await compare(ports);
    faults.push(...found.map((fault) => `${fault} after ${options.twist ? "a twist" : name}`));
    if (random() < 0.5) await work(ports, random);
  }
  return [...faults, ...(await compare(ports))];
}

/** A few places where a log may have ended for a while, mostly between lines. */
function cuts(random: () => number, length: number, ends: readonly number[]): readonly number[] {
  const places = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    random() < 0.8
      ? (ends[Math.floor(random() * ends.length)] ?? 0)
      : Math.floor(random() * length),
  );
  return [...places.sort((a, b) => a - b), length];
}

async function grow(disk: Disk, bytes: Uint8Array): Promise<void> {
  const file = await disk.open(LOG, "a");
  await file.append(bytes);
  await file.close();
}

/** Somebody opens the session, goes on with it and closes it: the index is gone on with as well. */
async function work(ports: SessionPorts, random: () => number): Promise<void> {
  const view = viewOf(ports, LOG, true);
  try {
    const { log } = await openLog(ports, LOG, view);
    const count = Math.floor(random() * 4);
    for (let at = 0; at < count; at++) await log.append(random() < 0.5 ? said("on") : spent("a/b"));
    await log.close();
  } catch {
    // Nothing in it can be read; that is judged by reading it.
  }
}

async function compare(ports: SessionPorts): Promise<readonly string[]> {
  const without = await pictureOf(ports, LOG, { withIndex: false });
  const plain = await plainPictureOf(ports, LOG);
  const first = await pictureOf(ports, LOG, { withIndex: true });
  // Now it has an index in any case.
  const again = await pictureOf(ports, LOG, { withIndex: true });
  const [listed, indexed] = await summariesOf(ports, LOG);
  return [
    ...(isDeepStrictEqual(listed, indexed) ? [] : ["another summary"]),
    ...differences("without an index", plain, without),
    ...differences("with an index", without, first),
    ...differences("with its own index", without, again),
  ];
}

function differences(how: string, expected: Picture, found: Picture): readonly string[] {
  if ("failed" in found && !("failed" in expected)) return [`${how}: refused`];
  const names = Object.keys(expected).filter(
    (name) => !isDeepStrictEqual(expected[name], found[name]),
  );
  return names.length === 0 ? [] : [`${how}: other ${names.join(", ")}`];
}
