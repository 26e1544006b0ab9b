import { everyDeath } from "../src/testing/crash-loop.ts";
import type { LoopResult } from "../src/testing/crash-loop.ts";
import { sampleFaults } from "../src/testing/fault-loop.ts";
import { sampleHistories } from "../src/testing/history-loop.ts";
import { sampleIndexDeaths } from "../src/testing/index-deaths.ts";
import { sampleIndexes } from "../src/testing/index-loop.ts";
import { everyCut, sampleMutations } from "../src/testing/mutation-loop.ts";

/** A long loop behind a sample that the tests run. `scale` 1 is what a nightly run can afford. */
export type SessionTorture = {
  readonly name: string;
  run(seed: number, scale?: number): Promise<LoopResult>;
};

export const SESSION_TORTURES: readonly SessionTorture[] = [
  { name: "log-deaths", run: (seed, scale = 1) => everyDeath(Math.ceil(10 * scale), seed) },
  { name: "log-faults", run: (seed, scale = 1) => sampleFaults(Math.ceil(3000 * scale), seed) },
  { name: "log-cuts", run: () => everyCut() },
  {
    name: "log-mutations",
    run: (seed, scale = 1) => sampleMutations(Math.ceil(100_000 * scale), seed),
  },
  { name: "index-reads", run: (seed, scale = 1) => sampleIndexes(Math.ceil(10_000 * scale), seed) },
  {
    name: "index-deaths",
    run: (seed, scale = 1) => sampleIndexDeaths(Math.ceil(5000 * scale), seed),
  },
  {
    name: "histories",
    run: async (seed, scale = 1) => sampleHistories(Math.ceil(100_000 * scale), seed),
  },
];
