import { isDeepStrictEqual } from "node:util";
import { DiskCrash, fakeIds, faultDisk, memoryDisk, seededRandom } from "@squire/testkit";
import type { DiskFault, MemoryDisk } from "@squire/testkit";
import type { Disk } from "../disk.ts";
import { fileStore } from "../store.ts";
import type { SessionStore } from "../store.ts";
import type { LoopResult } from "./crash-loop.ts";
import { compacted, said, spent } from "./drafts.ts";
import type { IndexTwist } from "./index-twists.ts";
import { pictureOf } from "./picture.ts";
import { machine, testPorts } from "./rig.ts";

const HOME = "/home";
const ENTRIES = 24;

type Death = { readonly at: number; readonly tear?: number; readonly power?: number };

/** A process that dies at any disk call, also of its index: the next one reads as without an index. */
export async function sampleIndexDeaths(
  runs: number,
  seed: number,
  twist?: IndexTwist,
): Promise<LoopResult> {
  const faults: string[] = [];
  const calls = await countCalls(seed);
  const random = seededRandom(seed);
  for (let run = 0; run < runs; run++) {
    const death: Death = {
      at: runs >= calls ? 1 + (run % calls) : 1 + Math.floor(random() * calls),
      ...(random() < 0.5 ? { tear: Math.floor(random() * 500) } : {}),
      ...(random() < 0.5 ? { power: Math.floor(random() * 800) } : {}),
    };
    const found = await judgeDeath(seed, death, twist);
    faults.push(...found.map((fault) => `${fault} (seed ${seed}, ${JSON.stringify(death)})`));
  }
  return { cases: runs, failures: faults };
}

async function countCalls(seed: number): Promise<number> {
  const disk = faultDisk(memoryDisk());
  await script(storeOn(disk), seededRandom(seed));
  return disk.calls.length;
}

async function judgeDeath(
  seed: number,
  { at, tear, power }: Death,
  twist?: IndexTwist,
): Promise<readonly string[]> {
  const memory = memoryDisk();
  const fault: DiskFault =
    tear === undefined ? { type: "crash", at } : { type: "tear", at, bytes: tear, end: "crash" };
  const disk = faultDisk(memory, [fault]);
  try {
    await script(storeOn(disk), seededRandom(seed));
  } catch (error) {
    if (!disk.crashed || !isDeath(error)) throw error;
  }
  if (power !== undefined) memory.crash({ keepUnsynced: power });
  return compare(memory, twist);
}

function isDeath(error: unknown): boolean {
  return error instanceof DiskCrash || (error instanceof Error && isDeath(error.cause));
}

function storeOn(disk: Disk): SessionStore {
  const ports = testPorts(disk, { ids: fakeIds("e"), processes: machine().as(1) });
  return fileStore(ports, HOME, { index: { from: 0, due: 600, spacing: 3 } });
}

/** A session that is worked in, closed and opened again, with an index all the while. */
async function script(store: SessionStore, random: () => number): Promise<void> {
  let session = await store.create({ cwd: "/project" });
  for (let entry = 0; entry < ENTRIES; entry++) {
    const last = session.tree.leafId;
    const isShort = random() < 0.1 && last !== null;
    await session.append(
      isShort ? compacted(last) : random() < 0.7 ? said(`m${entry}`) : spent("a/b"),
    );
    if (random() < 0.3) await session.flush();
    if (random() > 0.2) continue;
    await session.close();
    session = await store.open(session.header.id);
  }
  await session.close();
}

async function compare(memory: MemoryDisk, twist?: IndexTwist): Promise<readonly string[]> {
  const ports = testPorts(memory);
  const folder = `${HOME}/sessions`;
  const [project = ""] = await memory.readdir(folder).catch(() => []);
  const names = project === "" ? [] : await memory.readdir(`${folder}/${project}`);
  const log = names.find((name) => name.endsWith(".jsonl"));
  if (log === undefined) return [];
  const path = `${folder}/${project}/${log}`;
  await twist?.({ disk: memory, path, random: () => 0 });
  const without = await pictureOf(ports, path, { withIndex: false });
  const first = await pictureOf(ports, path, { withIndex: true });
  return isDeepStrictEqual(without, first) ? [] : ["read differently with its index"];
}
