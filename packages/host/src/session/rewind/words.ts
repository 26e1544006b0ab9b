import type { Conflict, Obstacle, Step, Uncovered } from "@squire/session/snapshots";

/** Why a change counts as somebody else's, in words for every face. */
export function whyDoubtful(reason: Conflict["reason"]): string {
  switch (reason) {
    case "changed":
      return "changed since, not by this session";
    case "mixed":
      return "changed by others during or between these turns";
    case "cut_off":
      return "the turn was cut off: nobody knows who changed it";
  }
}

type WhyLeft = Obstacle["reason"] | Uncovered["reason"] | "changed";

/** Why a path is not put back, or why nobody can tell whether it should be. */
export function whyLeft(reason: WhyLeft): string {
  switch (reason) {
    case "not_kept":
      return "no copy of it was kept: larger than 5 MB, unreadable or no plain file";
    case "cannot_keep":
      return "what is there now cannot be copied first: larger than 5 MB or no plain file";
    case "not_empty":
      return "the folder holds other things";
    case "no_folder":
      return "its folder is something else by now";
    case "left":
      return "left as you asked";
    case "changed":
      return "changed in this very moment";
    case "outside":
      return "outside of the workspace, or a repository's own data";
    case "too_many":
    case "too_deep":
      return "too many files to look at";
    case "unreadable":
    case "unstable":
    case "bad_name":
      return "it could not be read";
  }
}

export type RestoreAction = "deleted" | "brought back" | "restored" | "mode restored";

/** What a step does to its path; null when the path ends as it is now. */
export function actionOf({ from, to }: Step): RestoreAction | null {
  if (to === null) return from === null ? null : "deleted";
  if (from === null) return "brought back";
  if (from.kind === "folder" && to.kind === "folder") {
    return from.mode === to.mode ? null : "mode restored";
  }
  const sameBytes = from.kind === "file" && to.kind === "file" && from.sha256 === to.sha256;
  return sameBytes ? "mode restored" : "restored";
}
