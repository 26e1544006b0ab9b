import { liveRandomly } from "../src/testing/random-life.ts";

/** A long loop behind a sample that the tests run. `scale` 1 is what a nightly run can afford. */
export type FaceTorture = {
  readonly name: string;
  run(
    seed: number,
    scale?: number,
  ): Promise<{ readonly cases: number; readonly failures: readonly string[] }>;
};

export const FACE_TORTURES: readonly FaceTorture[] = [
  {
    name: "face-keys",
    async run(seed, scale = 1) {
      try {
        // A life has about 20 sequences of keys.
        const { keySequences } = await liveRandomly(Math.ceil(2000 * scale), seed);
        return { cases: keySequences, failures: [] };
      } catch (error) {
        return { cases: 0, failures: [error instanceof Error ? error.message : String(error)] };
      }
    },
  },
];
