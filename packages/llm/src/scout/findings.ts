import type { TermTable } from "./file-ranking.ts";
import type { Group } from "./groups.ts";
import type { Passage } from "./passage.ts";

/** What was seen so far, cut into pieces that can be quoted. */
export type Findings = {
  readonly passages: readonly Passage[];
  readonly groups: readonly Group[];
  readonly table: TermTable;
  /** Names that lead from the answer of one part to that of the next. */
  readonly bridges: readonly string[];
};
