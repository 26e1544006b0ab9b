/** One heavy loop. The same seed gives the same cases. */
export type Torture = {
  readonly name: string;
  run(
    seed: number,
    scale?: number,
  ): Promise<{
    readonly cases: number;
    readonly failures: readonly string[];
    /** What was measured on the way. */
    readonly notes?: readonly string[];
  }>;
};
