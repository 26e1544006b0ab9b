import { sameState } from "./path-state.ts";
import type { SnapshotRecord, Touched } from "./record.ts";
import type { Conflict, Step } from "./restore-step.ts";

/** What several records together did to each path. */
export type TouchedChain = ReadonlyMap<string, Touched>;

/**
 * Adds what a later record did to a path: the oldest before-image stays, the newest end counts.
 * Where the later one found something else than the earlier one left, others were there between.
 */
export function joinTouched(chain: Map<string, Touched>, item: Touched): void {
  const first = chain.get(item.path);
  if (first === undefined) {
    chain.set(item.path, item);
    return;
  }
  const { before, mixed, after: left = before } = first;
  const { before: found, ...newest } = item;
  const isMixed = mixed === true || item.mixed === true || !sameState(left, found);
  chain.set(item.path, { ...newest, before, ...(isMixed ? { mixed: true } : {}) });
}

/** Why a step would undo somebody else's work. */
export function conflictOf(
  { path, from }: Step,
  touched: Touched | undefined,
): readonly Conflict[] {
  if (touched === undefined) return [];
  if (touched.after === undefined) return [{ path, reason: "cut_off" }];
  if (!sameState(touched.after, from)) return [{ path, reason: "changed" }];
  return touched.mixed ? [{ path, reason: "mixed" }] : [];
}

/** A place that may have been changed without anybody having looked. */
export type Uncovered = {
  readonly path: string;
  readonly reason: "outside" | "too_many" | "too_deep" | "unreadable" | "unstable" | "bad_name";
};

export function uncoveredBy({ tree, outside = [] }: SnapshotRecord): readonly Uncovered[] {
  const gaps = (tree?.gaps ?? []).flatMap(({ path, reason }): Uncovered[] =>
    // Nobody expects Squire's own data to be put back.
    reason === "own_data" ? [] : [{ path, reason }],
  );
  return [...outside.map((path): Uncovered => ({ path, reason: "outside" })), ...gaps];
}
