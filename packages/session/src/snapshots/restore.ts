import { diskCode } from "../disk.ts";
import { converge, type Left, type Move, type Site } from "./converge.ts";
import type { RestoreEntry } from "./journal.ts";
import { sameState } from "./path-state.ts";
import { proveGoals, type Proof } from "./proof.ts";
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
      /** Whether all the rest is what it was, read again from the disk. */
      readonly proof: Proof;
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
  /** Told before the first file is moved, so that a log can say it first. If it fails, none is. */
  readonly begun?: (snapshotId: string) => Promise<void>;
};

/** Does what a plan says: all of it or nothing. */
export async function restore(
  store: SnapshotStore,
  plan: RestorePlan,
  { confirmed = false, begun = async () => {} }: RestoreOptions = {},
): Promise<RestoreResult> {
  const { conflicts, obstacles } = plan;
  if (!confirmed && conflicts.length + obstacles.length > 0) {
    return { kind: "needs_confirmation", conflicts, obstacles };
  }
  const stale = await keepPresent(store, plan);
  if (stale.length > 0) return { kind: "stale", paths: stale };
  const record = recordFor(store, plan);
  await store.writeRecord(record);
  const entry: RestoreEntry = {
    recordId: record.id,
    token: store.ports.ids(),
    owner: store.owner.id,
  };
  store.restoring.add(record.id);
  try {
    const end = await begin(store, { record, entry, begun });
    if (end.kind !== "finished") {
      return { kind: "failed", rolledBack: end.kind === "rolled_back", cause: end.cause };
    }
    return await restored(store, plan, record.id, end.left);
  } finally {
    store.restoring.delete(record.id);
  }
}

function recordFor(
  { ports }: SnapshotStore,
  { workspace, steps, snapshotIds, only }: RestorePlan,
): SnapshotRecord {
  return {
    id: ports.ids(),
    workspace,
    createdAt: ports.clock.now(),
    cause: "rewind",
    pending: false,
    touched: steps.map(({ path, from, to }) => ({ path, before: from, after: to })),
    restores: snapshotIds,
    ...(only === undefined ? {} : { only }),
  };
}

async function restored(
  store: SnapshotStore,
  { workspace, steps, goals }: RestorePlan,
  snapshotId: string,
  left: readonly Left[],
): Promise<RestoreResult> {
  const skipped = new Set(left.map(({ path }) => path));
  const kept = goals.filter(({ path }) => !skipped.has(path));
  const proof = await proveGoals(store, workspace, kept);
  return { kind: "restored", snapshotId, paths: steps.map(({ path }) => path), left, proof };
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

type Beginning = {
  readonly record: SnapshotRecord;
  readonly entry: RestoreEntry;
  readonly begun: (snapshotId: string) => Promise<void>;
};

/** Nothing moves unless the journal has it; what is not sure to be in it is taken out again. */
async function begin(
  store: SnapshotStore,
  { record, entry, begun }: Beginning,
): Promise<RestoreEnd> {
  try {
    await store.journal.begin(entry);
    await begun(record.id);
  } catch (cause) {
    try {
      await forget(store, record);
      await store.journal.end(entry.recordId);
      return { kind: "rolled_back", left: [], cause };
    } catch {
      return { kind: "stuck", cause };
    }
  }
  return settle(store, record, entry);
}

/** A rewind that did not happen has changed nothing, whoever asks for it later. */
function forget(store: SnapshotStore, record: SnapshotRecord): Promise<void> {
  return amend(store, { ...record, touched: [], restores: [] });
}

/** The same for what it left alone. */
async function forgetLeft(
  store: SnapshotStore,
  record: SnapshotRecord,
  left: readonly Left[],
): Promise<void> {
  if (left.length === 0) return;
  const stayed = new Set(left.map(({ path }) => path));
  const touched = record.touched.filter(({ path }) => !stayed.has(path));
  await amend(store, { ...record, touched });
}

async function amend(store: SnapshotStore, record: SnapshotRecord): Promise<void> {
  try {
    await store.writeRecord(record);
  } catch (error) {
    // A full disk: a later rewind will ask for a confirmation that it does not need.
    if (diskCode(error) === "") throw error;
  }
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
  try {
    const left = await converge(site, forth);
    await forgetLeft(store, record, left);
    await store.journal.end(record.id);
    return { kind: "finished", left };
  } catch (cause) {
    try {
      const left = await converge(site, back);
      await forget(store, record);
      await store.journal.end(record.id);
      return { kind: "rolled_back", left, cause };
    } catch (second) {
      const message = "A restore could be neither finished nor taken back.";
      return { kind: "stuck", cause: new AggregateError([cause, second], message) };
    }
  }
}
