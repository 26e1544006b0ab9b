import type { Proof, Step } from "@squire/session/snapshots";
import type { RewindWhat } from "./marker.ts";
import type { Doubts } from "./plan.ts";

/** The files of one folder after a rewind. */
export type RestoredFiles = {
  readonly workspace: string;
  /** Holds what was there before; null when all was as it should be already. */
  readonly snapshotId: string | null;
  readonly steps: readonly Step[];
  /** Paths that were left alone: changed in the very moment, or a folder that is still in use. */
  readonly left: readonly { readonly path: string; readonly reason: "changed" | "not_empty" }[];
  readonly proof: Proof;
};

export type RewindResult =
  | {
      readonly kind: "done";
      readonly what: RewindWhat;
      /** The entry that stands for this rewind: going back to it undoes it. */
      readonly entryId: string;
      readonly turns: readonly number[];
      readonly files: readonly RestoredFiles[];
      /** Where the conversation ends now; absent when it stayed. */
      readonly talk?: { readonly leafId: string | null };
    }
  /** Nothing was changed. */
  | { readonly kind: "needs_confirmation"; readonly doubts: Doubts }
  /** Files changed since the plan was made: make a new one. Those of earlier folders are done. */
  | { readonly kind: "stale"; readonly paths: readonly string[] }
  /** The conversation stays. `rolledBack` false: the next start will finish it. */
  | { readonly kind: "failed"; readonly message: string; readonly rolledBack: boolean }
  /** Files were put back, but reading them again shows something else. The conversation stays. */
  | { readonly kind: "unproven"; readonly files: readonly RestoredFiles[] };
