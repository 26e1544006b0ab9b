import { converge, type Left, type Move, type Site } from "./converge.ts";
import type { RestoreEntry } from "./journal.ts";
import { sameState } from "./path-state.ts";
import type { Refusal, RestorePlan } from "./restore-plan.ts";
import type { SnapshotRecord } from "./record.ts";
import type { Conflict, Obstacle } from "./restore-step.ts";
import { ScanCache } from "./scan-cache.ts";
import { scan } from "./scan.ts";
import type { SnapshotStore } from "./store.ts";

export type RestoreResult =
  | {
      readonly kind: "restored";
      /** The snapshot of what was there before: restoring it undoes this restore. */
      readonly snapshotId: string;
      readonly paths: readonly string[];
      /** Not restored: changed in the very moment, or still in use. */
      readonly left: readonly Left[];
    }
  | {
      readonly kind: "needs_confirmation";
      readonly conflicts: readonly Conflict[];
      readonly obstacles: readonly Obstacle[];
    }
  /** Something changed since the plan was made: make a new one. */
  | { readonly kind: "stale"; readonly paths: readonly string[] }
  | Refusal
  /** Everything is as it was before, or will be at the next start if `rolledBack` is false. */
  | { readonly kind: "failed"; readonly rolledBack: boolean; readonly cause: unknown };

export type RestoreOptions = {
  /** The user has seen the plan's conflicts and obstacles. */
  readonly confirmed?: boolean;
};

/** Does what a plan says: all of it or nothing. */
export async function restore(
  store: SnapshotStore,
  plan: RestorePlan,
  { confirmed = false }: RestoreOptions = {},
): Promise<RestoreResult> {
  const { conflicts, obstacles, steps, workspace, snapshotIds } = plan;
  if (!confirmed && conflicts.length + obstacles.length > 0) {
    return { kind: "needs_confirmation", conflicts, obstacles };
  }
  const stale = await keepPresent(store, plan);
  if (stale.length > 0) return { kind: "stale", paths: stale };
  const { ids, clock } = store.ports;
  const record: SnapshotRecord = {
    id: ids(),
    workspace,
    createdAt: clock.now(),
    cause: "rewind",
    pending: false,
    touched: steps.map(({ path, from, to }) => ({ path, before: from, after: to })),
    restores: snapshotIds,
  };
  await store.writeRecord(record);
  const entry: RestoreEntry = { recordId: record.id, token: ids(), owner: store.owner.id };
  store.restoring.add(record.id);
  try {
    const end = await begin(store, entry, () => settle(store, record, entry));
    if (end.kind !== "finished") {
      return { kind: "failed", rolledBack: end.kind === "rolled_back", cause: end.cause };
    }
    const paths = steps.map(({ path }) => path);
    return { kind: "restored", snapshotId: record.id, paths, left: end.left };
  } finally {
    store.restoring.delete(record.id);
  }
}

/** Copies of all that will be changed; the paths that are not as the plan says. */
async function keepPresent(
  store: SnapshotStore,
  { workspace, steps }: RestorePlan,
): Promise<readonly string[]> {
  const { objects, ports, limits } = store;
  const keep = {
    put: (bytes: Uint8Array, synced: boolean) => objects.put(bytes, synced),
    has: (hash: string, size: number) => objects.has(hash, size),
    // A full store is no reason to lose something: sweeping makes room again.
    room: async () => Number.POSITIVE_INFINITY,
  };
  const { states } = await scan({
    ports,
    root: workspace,
    scope: [],
    alone: steps.map(({ path }) => path),
    keep,
    limits: { ...limits, scanBytes: Number.POSITIVE_INFINITY },
    ownData: new Set<string>(),
    isLeftOut: () => false,
    cache: ScanCache.empty(),
    syncAll: true,
  });
  await objects.saveUsage();
  return steps
    .filter(({ path, from }) => !sameState(states.get(path) ?? null, from))
    .map(({ path }) => path);
}

/** Nothing moves unless the journal has it; what is not sure to be in it is taken out again. */
async function begin(
  { journal }: SnapshotStore,
  entry: RestoreEntry,
  run: () => Promise<RestoreEnd>,
): Promise<RestoreEnd> {
  try {
    await journal.begin(entry);
  } catch (cause) {
    try {
      await journal.end(entry.recordId);
      return { kind: "rolled_back", left: [], cause };
    } catch {
      return { kind: "stuck", cause };
    }
  }
  return run();
}

export type RestoreEnd =
  | { readonly kind: "finished"; readonly left: readonly Left[] }
  | { readonly kind: "rolled_back"; readonly left: readonly Left[]; readonly cause: unknown }
  /** Neither way could be gone to its end; the journal keeps it for the next start. */
  | { readonly kind: "stuck"; readonly cause: unknown };

/** Finishes a restore that has been journaled; if that fails, goes all the way back. */
export async function settle(
  store: SnapshotStore,
  record: SnapshotRecord,
  { token }: RestoreEntry,
): Promise<RestoreEnd> {
  const site: Site = { store, workspace: record.workspace };
  const forth = record.touched.map(({ path, before, after = null }, at): Move => ({
    path,
    want: after,
    other: before,
    temp: `.squire-${token}-${at}.tmp`,
  }));
  const back = forth.map((move): Move => ({ ...move, want: move.other, other: move.want }));
  const go = async (moves: readonly Move[]): Promise<readonly Left[]> => {
    const left = await converge(site, moves);
    await store.journal.end(record.id);
    return left;
  };
  try {
    return { kind: "finished", left: await go(forth) };
  } catch (cause) {
    try {
      return { kind: "rolled_back", left: await go(back), cause };
    } catch (second) {
      const message = "A restore could be neither finished nor taken back.";
      return { kind: "stuck", cause: new AggregateError([cause, second], message) };
    }
  }
}
