import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startCallModel } from "./call-model.ts";
import type { Beat, CallModel } from "./call-model.ts";
import type { Contestants, Row } from "./contestants.ts";
import { median, peakMb, runOnce } from "./measure.ts";
import type { Contestant } from "./measure.ts";

const CALLS = 100;

/** A run of 100 calls, each of them a step: what a step costs, early and late, and the memory. */
export async function measureCalls(
  contestants: Contestants,
  home: string,
  runs: number,
): Promise<readonly Row[]> {
  const files = makeFiles(home);
  const model = await startCallModel(files);
  try {
    const [squire, nullAgent] = contestants(model.baseUrl);
    const ours: (readonly Beat[])[] = [];
    const theirs: (readonly Beat[])[] = [];
    for (let run = 0; run <= runs; run++) {
      const one = await beatsOf(model, squire, ["run", "--yes", "read them all"], home);
      const other = await beatsOf(model, nullAgent, ["read them all"], home);
      // The first run of each only warms up.
      if (run === 0) continue;
      ours.push(one);
      theirs.push(other);
    }
    const both = (of: (beats: readonly Beat[]) => number) => ({
      squire: median(ours.map(of)),
      nullAgent: median(theirs.map(of)),
    });
    return [
      { what: "a step, of 100 calls", unit: "ms", ...both(stepMs), limit: "see README" },
      { what: "own work, steps 15–25", unit: "ms", ...both((b) => gapMs(b, 15, 25)), limit: "" },
      {
        what: "own work, steps 90–100",
        unit: "ms",
        ...both((b) => gapMs(b, 90, 100)),
        limit: "≤ 1.3× of steps 15–25",
      },
      {
        what: "peak memory, 100 calls",
        unit: "MB",
        squire: (await peakMb(squire, ["run", "--yes", "read them all"], home)) ?? Number.NaN,
        nullAgent: (await peakMb(nullAgent, ["read them all"], home)) ?? Number.NaN,
        limit: "≤ 90 MB",
      },
    ];
  } finally {
    model.close();
  }
}

/** Files of some 2.4 KB in a folder of their own. */
function makeFiles(home: string): readonly string[] {
  const folder = join(home, "files");
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: CALLS }, (_, n) => {
    const path = join(folder, `file-${n}.ts`);
    const lines = Array.from({ length: 60 }, (_, at) => `export const value${at} = "${n}-${at}";`);
    writeFileSync(path, `// file ${n}\n${lines.join("\n")}\n`);
    return path;
  });
}

async function beatsOf(
  model: CallModel,
  contestant: Contestant,
  args: readonly string[],
  cwd: string,
): Promise<readonly Beat[]> {
  await runOnce(contestant, args, cwd);
  const beats = model.take();
  if (beats.length !== CALLS + 1)
    throw new Error(`${contestant.name} made ${beats.length} requests, not ${CALLS + 1}`);
  return beats;
}

/** From the first request to the last reply, a call. */
function stepMs(beats: readonly Beat[]): number {
  return ((beats.at(-1)?.replied ?? 0) - (beats[0]?.arrived ?? 0)) / CALLS;
}

/** From a reply to the next request: what the agent itself takes, sending included. */
function gapMs(beats: readonly Beat[], from: number, to: number): number {
  const gaps = beats.slice(from, to).map(({ replied }, at) => {
    return (beats[from + at + 1]?.arrived ?? Number.NaN) - replied;
  });
  return median(gaps);
}
