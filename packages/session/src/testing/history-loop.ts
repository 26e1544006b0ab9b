import { isDeepStrictEqual } from "node:util";
import { seededRandom } from "@squire/testkit";
import type { Entry, Message } from "@squire/protocol";
import type { LogEntry } from "../log/read.ts";
import { contextViewer } from "../tree/context-view.ts";
import { buildTree } from "./build-tree.ts";
import { validHistory } from "../tree/valid-history.ts";
import type { LoopResult } from "./crash-loop.ts";
import { randomLog } from "./random-log.ts";

/** What is judged; a test puts in a broken one. */
export type MakeViewer = typeof contextViewer;

const LONGEST = 40;

/** Logs of anything that may happen, judged after each entry (R7, invariants 1 and 3). */
export function sampleHistories(
  runs: number,
  seed: number,
  make: MakeViewer = contextViewer,
): LoopResult {
  const faults: string[] = [];
  for (let run = 0; run < runs; run++) {
    const log = logOf(seed + run);
    faults.push(...judgeHistory(log, make).map((fault) => `${fault} (seed ${seed + run})`));
  }
  return { cases: runs, failures: faults };
}

/** The log of a seed. */
export function logOf(seed: number): readonly LogEntry[] {
  const random = seededRandom(seed);
  return randomLog(random, 1 + Math.floor(random() * LONGEST));
}

function judgeHistory(log: readonly LogEntry[], make: MakeViewer): readonly string[] {
  const faults: string[] = [];
  const tree = buildTree();
  const viewer = make();
  let before: Seen = { messages: [], length: 0, last: undefined };
  for (const [at, entry] of log.entries()) {
    tree.push(entry);
    const branch = tree.branch();
    const { messages, sources } = viewer(branch);
    for (const fault of validHistory(messages)) faults.push(`after ${at}: ${fault}`);
    if (sources.length !== messages.length) faults.push(`after ${at}: sources do not fit`);
    if (extended(before, branch) && !isPrefix(before.messages, messages)) {
      faults.push(`after ${at}: earlier messages changed`);
    }
    before = { messages, length: branch.length, last: branch.at(-1) };
  }
  const afresh = make()([...tree.branch()]).messages;
  if (!isDeepStrictEqual(afresh, before.messages)) faults.push("differs when made afresh");
  return faults;
}

type Seen = {
  readonly messages: readonly Message[];
  readonly length: number;
  readonly last: Entry | undefined;
};

/** The branch has only grown, by entries that change nothing before them. */
function extended({ length, last }: Seen, branch: readonly Entry[]): boolean {
  if (length > 0 && branch[length - 1] !== last) return false;
  return branch.slice(length).every(({ type }) => type !== "compaction" && type !== "prune");
}

/** The very same objects: what a wire has encoded of them can be used again. */
function isPrefix(before: readonly Message[], after: readonly Message[]): boolean {
  return before.every((message, at) => after[at] === message);
}
