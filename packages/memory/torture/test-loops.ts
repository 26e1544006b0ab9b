import { sampleIndexCrashes } from "../src/testing/crash-loop.ts";
import type { CrashResult } from "../src/testing/crash-loop.ts";

/** A long loop behind a sample that the tests run. `scale` 1 is what a nightly run can afford. */
export type MemoryTorture = {
  readonly name: string;
  run(seed: number, scale?: number): Promise<CrashResult>;
};

const KILLS = 400;

export const MEMORY_TORTURES: readonly MemoryTorture[] = [
  {
    name: "memory-index",
    run: (seed, scale = 1) => sampleIndexCrashes({ kills: Math.ceil(KILLS * scale), seed }),
  },
];
