import { DiskCrash, faultDisk, memoryDisk, seededRandom } from "@squire/testkit";
import type { DiskFault, MemoryDisk } from "@squire/testkit";
import type { Disk } from "../disk.ts";
import { openLog } from "../log/open.ts";
import type { LogEntry } from "../log/read.ts";
import { verifyLog } from "../log/verify.ts";
import { LOG, markOf, newRecord, observer, runScript } from "./crash-script.ts";
import type { ClientRecord } from "./crash-script.ts";
import { said } from "./drafts.ts";
import { machine, testPorts } from "./rig.ts";

/** A process that dies, or a machine that loses its power. */
export type Death = {
  readonly seed: number;
  /** At this disk call of the script, from 1. */
  readonly at: number;
  /** So many bytes of a write still arrive; absent: none. */
  readonly tear?: number;
  /** Power: what was not synced is lost but for so many bytes. Absent: only the process dies. */
  readonly power?: number;
};

/** Makes a broken twin of the log by breaking the disk it believes in. */
export type Twist = (disk: Disk) => Disk;

/** How many disk calls the script of a seed makes when nobody dies. */
export async function countCalls(seed: number, twist: Twist = same): Promise<number> {
  const disk = faultDisk(memoryDisk());
  const ports = testPorts(twist(disk));
  await runScript({ ports, random: seededRandom(seed), record: newRecord(), goOn: false });
  return disk.calls.length;
}

/** Runs the script up to its death, opens the log again and judges; empty when all is well. */
export async function judgeDeath(death: Death, twist: Twist = same): Promise<readonly string[]> {
  const { seed, at, tear, power } = death;
  const memory = memoryDisk();
  const fault: DiskFault =
    tear === undefined ? { type: "crash", at } : { type: "tear", at, bytes: tear, end: "crash" };
  const disk = faultDisk(memory, [fault]);
  const machineHere = machine();
  const record = newRecord();
  const ports = testPorts(twist(disk), { processes: machineHere.as(1) });
  try {
    await runScript({ ports, random: seededRandom(seed), record, goOn: false });
  } catch (error) {
    if (!disk.crashed || !isDeath(error)) throw error;
  }
  if (power !== undefined) memory.crash({ keepUnsynced: power });
  const survivor = machineHere.as(2);
  survivor.kill(1);
  const found = await judge(
    memory,
    record,
    testPorts(twist(memory), { processes: survivor }),
    death,
  );
  return found.map((fault) => `${fault} (${JSON.stringify(death)})`);
}

function same(disk: Disk): Disk {
  return disk;
}

function isDeath(error: unknown): boolean {
  return error instanceof DiskCrash || (error instanceof Error && isDeath(error.cause));
}

async function judge(
  memory: MemoryDisk,
  record: ClientRecord,
  ports: ReturnType<typeof testPorts>,
  death: Death,
): Promise<readonly string[]> {
  const entries: LogEntry[] = [];
  let opened: Awaited<ReturnType<typeof openLog>>;
  try {
    opened = await openLog(ports, LOG, observer(entries));
  } catch (error) {
    return record.created ? [`unreadable: ${String(error)}`] : [];
  }
  const faults = compare(record, entries, death);
  for (const { message } of opened.problems.filter(({ code }) => code !== "torn")) {
    faults.push(`damaged: ${message}`);
  }
  const killed = death.tear === undefined && death.power === undefined;
  if (killed && opened.repair.cutBytes > 0) faults.push("a line was written in two parts");
  await opened.log.append(said("after"));
  await opened.log.close();
  const verdict = await verifyLog(memory, LOG);
  if (!verdict.ok) faults.push(`not whole afterwards: ${verdict.problems[0]?.message}`);
  if (verdict.entries !== entries.length) faults.push("the entry written afterwards is not there");
  return faults;
}

function compare(record: ClientRecord, entries: readonly LogEntry[], { power }: Death): string[] {
  const present = entries.flatMap((entry) => (entry.kind === "known" ? [markOf(entry.value)] : []));
  const faults: string[] = [];
  if (new Set(present).size !== present.length) faults.push("duplicated");
  const expected = record.submitted.slice(0, present.length);
  if (present.join() !== expected.join()) faults.push(`reordered: ${present.join()}`);
  const known = record.acknowledged;
  const last = power === undefined ? known.length - 1 : known.findLastIndex(({ synced }) => synced);
  const lost = known.slice(0, last + 1).filter(({ mark }) => !present.includes(mark));
  if (lost.length > 0) faults.push(`lost: ${lost.map(({ mark }) => mark).join()}`);
  return faults;
}
