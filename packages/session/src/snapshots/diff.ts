import { sameContent, sameState, type PathState, type States } from "./path-state.ts";
import { byDepth } from "./tree-path.ts";

/** A path whose state is not what it was. Null = nothing there. */
export type Pair = {
  readonly path: string;
  readonly before: PathState | null;
  readonly after: PathState | null;
};

/** What happened to a path, for people. */
export type Change =
  | { readonly type: "added"; readonly path: string; readonly after: PathState }
  | { readonly type: "deleted"; readonly path: string; readonly before: PathState }
  /** `mode` = the content is the same. */
  | {
      readonly type: "modified" | "mode";
      readonly path: string;
      readonly before: PathState;
      readonly after: PathState;
    }
  | {
      readonly type: "renamed";
      readonly from: string;
      readonly path: string;
      readonly before: PathState;
      readonly after: PathState;
    };

/** Whether a scan looked at a path: what it did not see is absent only if it did. */
export type Looked = (path: string, isFolder: boolean) => boolean;

/** Pure. Paths that one side did not look at are left out: nobody knows whether they changed. */
export function pairsBetween(
  before: States,
  after: States,
  looked: { readonly before: Looked; readonly after: Looked },
): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(path) ?? null, after.get(path) ?? null];
    if (sameState(from, to)) continue;
    if (from === null && !looked.before(path, to?.kind === "folder")) continue;
    if (to === null && !looked.after(path, from?.kind === "folder")) continue;
    pairs.push({ path, before: from, after: to });
  }
  return pairs.sort((one, other) => byDepth(one.path, other.path));
}

/** Pure. A file that is gone and one that is new with the same bytes are one that was renamed. */
export function changesOf(pairs: readonly Pair[]): readonly Change[] {
  const gone = new Map<string, Pair[]>();
  for (const pair of pairs) {
    if (pair.after !== null || !canBeRenamed(pair.before)) continue;
    const alike = gone.get(pair.before.sha256);
    if (alike === undefined) gone.set(pair.before.sha256, [pair]);
    else alike.push(pair);
  }
  const moved = new Set<string>();
  const changes: Change[] = [];
  for (const { path, before, after } of pairs) {
    if (before !== null || after === null) continue;
    const source = canBeRenamed(after) ? gone.get(after.sha256)?.shift() : undefined;
    if (source?.before) {
      moved.add(source.path);
      changes.push({ type: "renamed", from: source.path, path, before: source.before, after });
    } else {
      changes.push({ type: "added", path, after });
    }
  }
  for (const { path, before, after } of pairs) {
    if (before === null || moved.has(path)) continue;
    if (after === null) changes.push({ type: "deleted", path, before });
    else {
      const type = sameContent(before, after) ? "mode" : "modified";
      changes.push({ type, path, before, after });
    }
  }
  return changes.sort((one, other) => byDepth(one.path, other.path));
}

/** Empty files are all alike. */
function canBeRenamed(state: PathState | null): state is PathState & { readonly kind: "file" } {
  return state?.kind === "file" && state.size > 0;
}
