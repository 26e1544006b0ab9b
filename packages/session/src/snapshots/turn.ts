import { resolve } from "node:path";
import { changesOf, pairsBetween, type Change, type Looked, type Pair } from "./diff.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { sameState, type OpaqueReason, type States } from "./path-state.ts";
import type { SnapshotRecord, Touched, TreeSnapshot } from "./record.ts";
import { ScanCache } from "./scan-cache.ts";
import { scan, type Scan } from "./scan.ts";
import { keepTree, lookedWith, whole } from "./snapshot.ts";
import type { SnapshotStore } from "./store.ts";
import { byDepth, isWithin } from "./tree-path.ts";
import type { Gap } from "./walk.ts";
import { missingAbove, workspacePath } from "./workspace-path.ts";

/**
 * What a call may change. `paths`: these and everything under them, also what is ignored; a tool
 * that moves something names both ends. `tree`: anything, as shell and Python do.
 */
export type CallScope =
  | { readonly type: "paths"; readonly paths: readonly string[] }
  | { readonly type: "tree" };

/** What could not be brought back if the call changed it. */
export type Kept = {
  readonly notKept: readonly { readonly path: string; readonly reason: OpaqueReason }[];
  readonly gaps: readonly Gap[];
  /** Paths outside of the workspace, or in a repository's own data: not recorded. */
  readonly refused: readonly string[];
};

/** Costs nothing before the first call that changes something. */
export async function startTurn(store: SnapshotStore, folder: string): Promise<TurnRecorder> {
  return new TurnRecorder(store, await store.ports.disk.realpath(folder));
}

type Running = {
  readonly before: Scan;
  readonly look: () => Promise<Scan>;
  /** Which paths the call's scope covers. */
  readonly looked: Looked;
};

/** Records what the calls of one turn change: `before` each call, `after` it; one call at a time. */
export class TurnRecorder {
  readonly #store: SnapshotStore;
  #record: SnapshotRecord;
  #running: Running | undefined;

  constructor(store: SnapshotStore, workspace: string) {
    this.#store = store;
    this.#record = {
      id: store.ports.ids(),
      workspace,
      createdAt: store.ports.clock.now(),
      ...({ cause: "turn", pending: false, touched: [] } as const),
    };
  }

  get record(): SnapshotRecord {
    return this.#record;
  }

  /** When it resolves, all that the call may change can be brought back, but for what it names. */
  async before(scope: CallScope, signal?: AbortSignal): Promise<Kept> {
    const refused: string[] = [];
    const { before } = await (scope.type === "tree"
      ? this.#beforeTree(signal)
      : this.#beforePaths(scope.paths, refused, signal));
    const notKept = [...before.states].flatMap(([path, state]) =>
      state.kind === "opaque" ? [{ path, reason: state.reason }] : [],
    );
    return { notKept, gaps: before.gaps, refused };
  }

  /** What the call has changed. To be called also when the call failed or was cut off. */
  async after(): Promise<readonly Change[]> {
    const running = this.#running;
    if (running === undefined) return [];
    const now = await running.look();
    const looked: Looked = (path, isFolder) =>
      running.looked(path, isFolder) && !now.gaps.some((gap) => isWithin(path, gap.path));
    const pairs = pairsBetween(running.before.states, now.states, {
      before: running.looked,
      after: looked,
    });
    const touched = merge(this.#record.touched, pairs, now.states, looked);
    await this.#write({ pending: false, touched });
    this.#running = undefined;
    return changesOf(pairs);
  }

  async #beforeTree(signal: AbortSignal | undefined): Promise<Running> {
    const { workspace } = this.#record;
    const commit = (tree: TreeSnapshot): Promise<void> => this.#write({ pending: true, tree });
    const { scan: before, rules } = await keepTree(this.#store, workspace, commit, signal);
    const look = async (): Promise<Scan> =>
      scan({ ...(await whole(this.#store, workspace, rules)), keep: null });
    return this.#begin({ before, look, looked: lookedWith(rules, before.gaps) });
  }

  async #beforePaths(
    named: readonly string[],
    refused: string[],
    signal: AbortSignal | undefined,
  ): Promise<Running> {
    const { ports, objects } = this.#store;
    const { workspace } = this.#record;
    const [paths, missing] = [new Set<string>(), new Set<string>()];
    for (const name of named) {
      const path = await workspacePath(ports.disk, workspace, name);
      if (path === null) refused.push(name);
      else paths.add(path);
      const above = path === null ? [] : await missingAbove(ports.disk, workspace, path);
      for (const folder of above) missing.add(folder);
    }
    const options = {
      ...(await whole(this.#store, workspace, NOTHING_IGNORED)),
      scope: [...paths],
      alone: [...missing],
      // Read anew each time: this is about few files, and about not losing any.
      cache: ScanCache.empty(),
    };
    const before = await scan({ ...options, keep: objects, syncAll: true, signal });
    await objects.saveUsage();
    const known = lookedWith(NOTHING_IGNORED, before.gaps);
    const looked: Looked = (path, isFolder) =>
      (missing.has(path) || [...paths].some((top) => isWithin(path, top))) && known(path, isFolder);
    const running = this.#begin({ before, look: () => scan({ ...options, keep: null }), looked });
    const scope = [...before.states.keys(), ...paths, ...missing];
    await this.#write({
      pending: true,
      touched: joinOpen(this.#record.touched, scope, before.states),
      ...this.#outside(refused),
    });
    return running;
  }

  /** What a restore will have to say that it cannot bring back. */
  #outside(refused: readonly string[]): Pick<SnapshotRecord, "outside"> {
    const { workspace, outside = [] } = this.#record;
    if (refused.length === 0) return {};
    return { outside: [...new Set([...outside, ...refused.map((at) => resolve(workspace, at))])] };
  }

  /** A path that is not as the turn left it: somebody else was there. */
  #begin(running: Running): Running {
    const touched = this.#record.touched.map((item): Touched => {
      const { path, after } = item;
      const now = running.before.states.get(path) ?? null;
      const isFolder = now?.kind === "folder";
      if (after === undefined || !running.looked(path, isFolder)) return item;
      return sameState(after, now) ? item : { ...item, mixed: true };
    });
    this.#record = { ...this.#record, touched };
    this.#running = running;
    return running;
  }

  async #write(news: Partial<SnapshotRecord>): Promise<void> {
    this.#record = { ...this.#record, ...news };
    await this.#store.writeRecord(this.#record);
  }
}

/** For paths that a tool names: what it deletes may well be ignored by git. */
const NOTHING_IGNORED: IgnoreRules = { folders: [], patterns: [] };

/** While the call runs, nobody knows what is at these paths. */
function joinOpen(
  touched: readonly Touched[],
  paths: readonly string[],
  states: States,
): readonly Touched[] {
  const all = new Map(touched.map((item) => [item.path, item]));
  for (const path of paths) {
    const { after: _, ...open } = all.get(path) ?? { path, before: states.get(path) ?? null };
    all.set(path, open);
  }
  return sorted(all);
}

/** The first before-image of a path stays; what is back as it was is not touched. */
function merge(
  touched: readonly Touched[],
  pairs: readonly Pair[],
  now: States,
  looked: Looked,
): readonly Touched[] {
  const all = new Map(touched.map((item) => [item.path, item]));
  for (const { path, before } of pairs) {
    if (!all.has(path)) all.set(path, { path, before });
  }
  for (const [path, item] of all) {
    const after = now.get(path) ?? null;
    if (after === null && !looked(path, item.before?.kind === "folder")) continue;
    if (sameState(item.before, after)) all.delete(path);
    else all.set(path, { ...item, after });
  }
  return sorted(all);
}

function sorted(all: ReadonlyMap<string, Touched>): readonly Touched[] {
  return [...all.values()].sort((one, other) => byDepth(one.path, other.path));
}
