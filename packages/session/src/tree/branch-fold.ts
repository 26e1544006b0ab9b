import type { Entry } from "@squire/protocol";

/**
 * A fold over a branch that is kept: asked again, it folds only what is new. A branch that does not
 * go on from the last one (the leaf has moved) is folded from its root.
 */
export function branchFold<S>(
  empty: S,
  step: (state: S, entry: Entry) => S,
): (branch: readonly Entry[]) => S {
  let state = empty;
  let seen = 0;
  let last: Entry | undefined;
  return (branch) => {
    if (!goesOn(branch, seen, last)) {
      state = empty;
      seen = 0;
    }
    for (; seen < branch.length; seen++) {
      last = branch[seen];
      if (last !== undefined) state = step(state, last);
    }
    return state;
  };
}

/** An entry has one way to the root: the same entry at the same place has the same before it. */
export function goesOn(branch: readonly Entry[], seen: number, last: Entry | undefined): boolean {
  return seen === 0 || (branch.length >= seen && branch[seen - 1] === last);
}
