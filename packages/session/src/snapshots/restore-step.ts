import type { PathState } from "./path-state.ts";

/** One path from what it is to what it was. */
export type Step = {
  readonly path: string;
  readonly from: PathState | null;
  readonly to: PathState | null;
};

/** What a path must be after a restore; null = nothing. */
export type Goal = { readonly path: string; readonly state: PathState | null };

export type Conflict = {
  readonly path: string;
  /**
   * `changed`: not as the turns left it; `mixed`: others changed it during a turn or between two;
   * `cut_off`: the turn died, and nobody knows who changed it.
   */
  readonly reason: "changed" | "mixed" | "cut_off";
};

/** A path that a restore leaves as it is, and why. */
export type Obstacle = {
  readonly path: string;
  /**
   * `not_kept`: there is no copy of what was there; `cannot_keep`: of what is there now none could
   * be kept, so it would be lost; `not_empty`: a folder with other things in it is in its place;
   * `no_folder`: its folder is something else by now; `left`: as asked.
   */
  readonly reason: "not_kept" | "cannot_keep" | "not_empty" | "no_folder" | "left";
};
