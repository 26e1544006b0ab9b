import { faultDisk, memoryDisk, seededRandom } from "@squire/testkit";
import type { DiskCode, DiskFault, DiskOperation } from "@squire/testkit";
import type { Disk } from "../disk.ts";
import { LogError } from "../log/log-error.ts";
import { openLog } from "../log/open.ts";
import { readLog } from "../log/read.ts";
import { verifyLog } from "../log/verify.ts";
import type { SessionPorts } from "../ports.ts";
import { buildTree } from "./build-tree.ts";
import { LOG, markOf, newRecord, runScript } from "./crash-script.ts";
import type { ClientRecord } from "./crash-script.ts";
import type { LoopResult } from "./crash-loop.ts";
import { said } from "./drafts.ts";
import { overDisk } from "./over-disk.ts";
import { machine, testPorts } from "./rig.ts";

const CODES: readonly DiskCode[] = ["ENOSPC", "EIO", "EROFS", "EDQUOT", "EACCES", "EMFILE"];
const ENTRIES = 60;
const OPERATIONS: readonly DiskOperation[] = ["append", "fsync", "truncate", "open", "write"];

/** A disk that fails once, for a while or in the middle of a write, and then works again (R3). */
export async function sampleFaults(runs: number, seed: number): Promise<LoopResult> {
  const random = seededRandom(seed);
  const faults: string[] = [];
  for (let run = 0; run < runs; run++) {
    const plan = planOf(run, random);
    const found = await judgeFaults(seed + (run % 3), plan);
    faults.push(...found.map((fault) => `${fault} (${JSON.stringify(plan)})`));
  }
  return { cases: runs, failures: faults };
}

function planOf(run: number, random: () => number): readonly DiskFault[] {
  const code = CODES[run % CODES.length] ?? "EIO";
  const at = 1 + Math.floor(random() * 100);
  const on = OPERATIONS[Math.floor(random() * OPERATIONS.length)];
  switch (run % 4) {
    case 0:
      return [{ type: "fail", at, code }];
    case 1:
      return [{ type: "fail", at, code, lasting: true }];
    case 2:
      // The write fails half-way, and so does taking it back.
      return [
        { type: "tear", at, on: "append", bytes: Math.floor(random() * 300), end: code },
        { type: "fail", at: 1, on: "truncate", code },
      ];
    default:
      return [{ type: "fail", at: 1 + Math.floor(random() * 40), code, ...(on ? { on } : {}) }];
  }
}

export async function judgeFaults(
  seed: number,
  plan: readonly DiskFault[],
): Promise<readonly string[]> {
  const memory = memoryDisk();
  const faulty = faultDisk(memory, plan);
  let disk: Disk = faulty;
  const computer = machine();
  const ports = testPorts(
    overDisk(() => disk),
    { processes: computer.as(1) },
  );
  const record = newRecord();
  const faults: string[] = [];
  try {
    await runScript({ ports, random: seededRandom(seed), record, goOn: true, entries: ENTRIES });
  } catch (error) {
    // Opening failed, which the client is told; the disk works again afterwards.
    if (!isTold(error)) faults.push(`not told: ${String(error)}`);
  }
  disk = memory;
  for (const { mark, error } of record.rejected) {
    if (!isTold(error)) faults.push(`${mark} failed without advice: ${String(error)}`);
  }
  // Where even the lock could not be removed, only another process can go on.
  const next = computer.as(2);
  next.kill(1);
  const restarted = testPorts(memory, { processes: next });
  if (record.created) faults.push(...(await judge(restarted, record)));
  return faults;
}

/** Exactly what was acknowledged is there, whole lines only, and the log goes on. */
async function judge(ports: SessionPorts, record: ClientRecord): Promise<readonly string[]> {
  const faults: string[] = [];
  const present: string[] = [];
  for await (const line of readLog(ports.disk, LOG)) {
    if (line.kind === "entry" && line.entry.kind === "known")
      present.push(markOf(line.entry.value));
  }
  const acknowledged = record.acknowledged.map(({ mark }) => mark);
  const kept = present.filter((mark) => acknowledged.includes(mark));
  if (kept.join() !== acknowledged.join()) faults.push(`lost or reordered: ${present.join()}`);
  const failed = new Set(record.rejected.map(({ mark }) => mark));
  // A write that failed last may still be in the file: nobody could take it back.
  const refused = present.filter((mark) => failed.has(mark));
  if (refused.length > 0 && present.at(-1) !== refused.at(-1)) {
    faults.push(`kept what it refused: ${refused.join()}`);
  }
  const tree = buildTree();
  const observer = { entry: tree.push.bind(tree), leafId: () => tree.leafId };
  const { log } = await openLog(ports, LOG, observer);
  await log.append(said("after"));
  await log.close();
  const verdict = await verifyLog(ports.disk, LOG);
  if (!verdict.ok) faults.push(`not whole: ${verdict.problems[0]?.message}`);
  return faults;
}

function isTold(error: unknown): boolean {
  return error instanceof LogError && error.code === "storage" && error.advice !== "";
}
