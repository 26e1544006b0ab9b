/** Something wrong in the user's providers or models; everything else stays usable (MODL-4). */
export type Problem = {
  /** `error`: the entry or model was left out. `warning`: it was kept. */
  readonly severity: "error" | "warning";
  readonly provider: string;
  readonly model?: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
};
