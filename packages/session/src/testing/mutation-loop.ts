import { memoryDisk, seededRandom } from "@squire/testkit";
import type { Disk } from "../disk.ts";
import { createLog, openLog } from "../log/open.ts";
import { readLog } from "../log/read.ts";
import type { LogEntry } from "../log/read.ts";
import { verifyLog } from "../log/verify.ts";
import type { LoopResult } from "./crash-loop.ts";
import { LOG, observer } from "./crash-script.ts";
import { call, ran, replied, resulted, said, spent } from "./drafts.ts";
import { testPorts } from "./rig.ts";

/** A small sound log, and where its lines lie. */
export type Sample = {
  readonly bytes: Uint8Array;
  readonly ends: readonly number[];
  readonly ids: readonly string[];
};

export async function sampleLog(): Promise<Sample> {
  const disk = memoryDisk();
  const ports = testPorts(disk);
  await disk.mkdir("/home");
  const entries: LogEntry[] = [];
  const header = { id: "s1", cwd: "/project", createdAt: 1 };
  const { log } = await createLog(ports, LOG, header, observer(entries));
  for (const draft of [
    said("find the bug — 虫を探す"),
    replied("looking", [call("c1"), call("c2", "grep", '{"pattern":"\\"type\\":"}')]),
    resulted("c1", 'a line with {"type":"message","id":"x","parentId":null} in it'),
    resulted("c2", "nothing\nat all"),
    spent("mock/m"),
    replied("found it"),
    ran("git diff"),
    said("thanks 🙏"),
  ]) {
    await log.append(draft);
  }
  await log.close();
  const bytes = await disk.readFile(LOG);
  const ends = [...bytes].flatMap((byte, at) => (byte === 0x0a ? [at + 1] : []));
  return { bytes, ends, ids: entries.map(({ value }) => value.id) };
}

/** Flips, inserts, removes and overwrites bytes of a sound log, and judges what is left (R4). */
export async function sampleMutations(runs: number, seed: number): Promise<LoopResult> {
  const sample = await sampleLog();
  const random = seededRandom(seed);
  const faults: string[] = [];
  for (let run = 0; run < runs; run++) {
    const { bytes, touched, what } = mutated(sample, run, random);
    const found = await judgeBytes(sample, bytes, touched);
    faults.push(...found.map((fault) => `${fault} (${what})`));
  }
  return { cases: runs, failures: faults };
}

type Mutated = {
  readonly bytes: Uint8Array;
  readonly touched: ReadonlySet<number>;
  readonly what: string;
};

function mutated(sample: Sample, run: number, random: () => number): Mutated {
  let bytes = sample.bytes;
  const touched = new Set<number>();
  const what: string[] = [];
  // From the end to the beginning, so that earlier places keep their meaning.
  const count = run % 5 === 4 ? 1 + Math.floor(random() * 4) : 1;
  const places = Array.from({ length: count }, () => Math.floor(random() * bytes.length));
  for (const at of places.sort((a, b) => b - a)) {
    const kind = Math.floor(random() * 5);
    const byte = random() < 0.2 ? 0x0a : Math.floor(random() * 256);
    const length = kind === 3 ? 1 + Math.floor(random() * 20) : 1;
    bytes = changed(bytes, at, { kind, byte, length });
    for (let p = at; p < at + length; p++) touched.add(lineAt(sample, p));
    what.push(`kind ${kind} byte ${byte} length ${length} at ${at}`);
  }
  return { bytes, touched, what: what.join(", ") };
}

function changed(
  bytes: Uint8Array,
  at: number,
  change: { readonly kind: number; readonly byte: number; readonly length: number },
): Uint8Array {
  const copy = Buffer.from(bytes);
  switch (change.kind) {
    case 0:
      copy[at] = (copy[at] ?? 0) ^ (1 << (change.byte % 8));
      return copy;
    case 1:
      return Buffer.concat([copy.subarray(0, at), Buffer.of(change.byte), copy.subarray(at)]);
    case 2:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + 1)]);
    case 3:
      copy.fill(0, at, Math.min(copy.length, at + change.length));
      return copy;
    default:
      copy[at] = change.byte;
      return copy;
  }
}

/** The line a byte belongs to: 0 is the header. A newline belongs to the line it ends. */
function lineAt({ ends }: Sample, at: number): number {
  const line = ends.findIndex((end) => at < end);
  return line === -1 ? ends.length - 1 : line;
}

/** Every untouched record is there, in order; what is missing is reported; the log can go on. */
export async function judgeBytes(
  { ids }: Sample,
  bytes: Uint8Array,
  touched: ReadonlySet<number>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const disk = memoryDisk();
  await put(disk, bytes);
  const found = await entriesIn(disk);
  const expected = ids.filter((id, at) => found.ids.includes(id) || !touched.has(at + 1));
  if (found.ids.join() !== expected.join()) faults.push(`has ${found.ids.join()}`);
  if (found.ids.length < ids.length && found.problems === 0) faults.push("damage not reported");
  const entries: LogEntry[] = [];
  const { log } = await openLog(testPorts(disk, { ids: () => "after" }), LOG, observer(entries));
  await log.append(said("after"));
  await log.close();
  const after = await entriesIn(disk);
  if (after.ids.join() !== [...found.ids, "after"].join()) faults.push("does not go on");
  return faults;
}

async function put(disk: Disk, bytes: Uint8Array): Promise<void> {
  await disk.mkdir("/home");
  const file = await disk.open(LOG, "w");
  await file.append(bytes);
  await file.close();
}

async function entriesIn(disk: Disk) {
  const ids: string[] = [];
  let problems = 0;
  for await (const line of readLog(disk, LOG)) {
    if (line.kind === "entry") ids.push(line.entry.value.id);
    if (line.problem !== undefined) problems++;
  }
  return { ids, problems };
}

/** The log cut at every byte: whole lines stay, the rest is cut and reported. */
export async function everyCut(): Promise<LoopResult> {
  const sample = await sampleLog();
  const { bytes, ends, ids } = sample;
  const faults: string[] = [];
  // Without a whole header there is no session to open.
  const first = (ends[0] ?? 0) - 1;
  for (let size = first; size <= bytes.length; size++) {
    const whole = ends.filter((end) => size >= end - 1).length - 1;
    const disk = memoryDisk();
    await put(disk, bytes.subarray(0, size));
    const entries: LogEntry[] = [];
    const opened = await openLog(testPorts(disk, { ids: () => "after" }), LOG, observer(entries));
    await opened.log.append(said("after"));
    await opened.log.close();
    const { ok } = await verifyLog(disk, LOG);
    const kept = [...ids.slice(0, whole), "after"].join();
    const torn = !ends.some((end) => size === end || size === end - 1);
    if (entries.map(({ value }) => value.id).join() !== kept) faults.push(`${size}: lost a line`);
    if (!ok) faults.push(`${size}: not whole afterwards`);
    if (opened.problems.length > 0 !== torn) faults.push(`${size}: not reported as it is`);
  }
  return { cases: bytes.length - first + 1, failures: faults };
}
