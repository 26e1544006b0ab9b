import { compareEngines } from "../src/search/testing/engine-loop.ts";

/** A long loop behind a sample that the tests run. `scale` 1 is what a nightly run can afford. */
export type ToolTorture = {
  readonly name: string;
  run(
    seed: number,
    scale?: number,
  ): Promise<{ readonly cases: number; readonly failures: readonly string[] }>;
};

const QUESTIONS = 20;

export const TOOL_TORTURES: readonly ToolTorture[] = [
  {
    name: "search-engines",
    async run(seed, scale = 1) {
      const trees = Math.ceil(500 * scale);
      const { cases, differences } = await compareEngines(seed, trees, QUESTIONS);
      const failures = differences.map(
        ({ seed: tree, question }) => `tree ${tree}: ${JSON.stringify(question)}`,
      );
      return { cases, failures };
    },
  },
];
