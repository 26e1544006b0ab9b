import { sameState, type States } from "./path-state.ts";
import { clearSteps } from "./restore-obstacles.ts";
import type { Conflict, Obstacle, Step } from "./restore-step.ts";
import type { SnapshotRecord, Touched } from "./record.ts";
import { ScanCache } from "./scan-cache.ts";
import { scan } from "./scan.ts";
import { pairsSince } from "./snapshot.ts";
import type { SnapshotStore } from "./store.ts";
import { IncompleteTree } from "./tree-objects.ts";
import { byDepth, isWithin } from "./tree-path.ts";

export type RestoreRequest = {
  readonly workspace: string;
  /** The snapshots of the turns to take back, oldest first. */
  readonly snapshotIds: readonly string[];
  /** Only these paths and what is under them (`/undo <path>`). */
  readonly only?: readonly string[];
  /** Paths to leave as they are, such as those that others have changed. */
  readonly leave?: readonly string[];
};

/** What a restore would do. Nothing has been touched yet. */
export type RestorePlan = {
  readonly workspace: string;
  readonly snapshotIds: readonly string[];
  readonly steps: readonly Step[];
  /** Steps that would undo somebody else's work: they need a confirmation. */
  readonly conflicts: readonly Conflict[];
  /** Paths that stay as they are. */
  readonly obstacles: readonly Obstacle[];
};

export type Refusal = {
  readonly kind: "refused";
  readonly code: "not_found" | "damaged" | "other_workspace" | "incomplete";
  readonly message: string;
  readonly paths: readonly string[];
};

/**
 * Works out which paths the turns touched and what to do with each. Every copy that is needed is
 * hashed again; if one is missing or damaged, nothing at all is planned.
 */
export async function planRestore(
  store: SnapshotStore,
  request: RestoreRequest,
): Promise<{ readonly kind: "plan"; readonly plan: RestorePlan } | Refusal> {
  const workspace = await store.ports.disk.realpath(request.workspace);
  const touched = new Map<string, Touched>();
  for (const id of request.snapshotIds) {
    const record = await recordOf(store, workspace, id);
    if ("kind" in record) return record;
    const items = await touchedBy(store, record);
    if ("kind" in items) return items;
    for (const item of items) if (isAsked(request, item.path)) join(touched, item);
  }
  const now = await statesNow(store, workspace, [...touched.keys()]);
  const wanted = [...touched.values()].filter(
    ({ path, before }) => !sameState(before, now.get(path) ?? null),
  );
  const { steps, obstacles } = await clearSteps(store, workspace, {
    steps: wanted.map(({ path, before }) => ({ path, from: now.get(path) ?? null, to: before })),
    leave: request.leave ?? [],
  });
  const lost = await lostCopies(store, steps);
  if (lost.length > 0) return incomplete(lost);
  const conflicts = steps.flatMap((step) => conflictOf(step, touched.get(step.path)));
  const { snapshotIds } = request;
  return { kind: "plan", plan: { workspace, snapshotIds, steps, conflicts, obstacles } };
}

/** The present state of single paths, read anew. */
export async function statesNow(
  store: SnapshotStore,
  workspace: string,
  paths: readonly string[],
): Promise<States> {
  const { states } = await scan({
    ports: store.ports,
    root: workspace,
    scope: [],
    alone: paths,
    keep: null,
    limits: store.limits,
    ownData: new Set<string>(),
    cache: ScanCache.empty(),
    isLeftOut: () => false,
  });
  return states;
}

async function recordOf(
  store: SnapshotStore,
  workspace: string,
  id: string,
): Promise<SnapshotRecord | Refusal> {
  const stored = await store.readRecord(id);
  if (stored.kind === "missing") {
    const message = `There is no snapshot ${id} any more: it may be older than what is kept.`;
    return { kind: "refused", code: "not_found", message, paths: [] };
  }
  if (stored.kind === "damaged") {
    const message = `The snapshot ${id} is damaged and is not used. Nothing was changed.`;
    return { kind: "refused", code: "damaged", message, paths: [] };
  }
  if (stored.kind === "unknown") {
    const message = `The snapshot ${id} was written by a later version: use that to restore it.`;
    return { kind: "refused", code: "damaged", message, paths: [] };
  }
  if (stored.record.workspace === workspace) return stored.record;
  const message = `The snapshot ${id} belongs to ${stored.record.workspace}: restore it there.`;
  return { kind: "refused", code: "other_workspace", message, paths: [] };
}

/** A turn that was cut off has touched all that changed since its last call began. */
async function touchedBy(
  store: SnapshotStore,
  { pending, tree, touched, workspace }: SnapshotRecord,
): Promise<readonly Touched[] | Refusal> {
  if (!pending || tree === undefined) return touched;
  try {
    const pairs = await pairsSince(store, workspace, tree);
    const known = new Set(touched.map(({ path }) => path));
    const since = pairs.filter(({ path }) => !known.has(path));
    return [...touched, ...since.map(({ path, before }): Touched => ({ path, before }))];
  } catch (error) {
    if (!(error instanceof IncompleteTree)) throw error;
    return { ...incomplete([]), message: `${error.message} Nothing was changed.` };
  }
}

function isAsked({ only }: RestoreRequest, path: string): boolean {
  return only === undefined || only.some((folder) => isWithin(path, folder));
}

/** The oldest before-image, and what the newest turn left. */
function join(touched: Map<string, Touched>, item: Touched): void {
  const { before, mixed } = touched.get(item.path) ?? item;
  const { before: _, ...newest } = item;
  touched.set(item.path, { ...newest, before, ...(mixed ? { mixed } : {}) });
}

function conflictOf({ path, from }: Step, touched: Touched | undefined): readonly Conflict[] {
  if (touched === undefined) return [];
  if (touched.after === undefined) return [{ path, reason: "cut_off" }];
  if (!sameState(touched.after, from)) return [{ path, reason: "changed" }];
  return touched.mixed ? [{ path, reason: "mixed" }] : [];
}

async function lostCopies(
  store: SnapshotStore,
  steps: readonly Step[],
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const { path, to } of steps) {
    if (to?.kind === "file" && (await store.objects.get(to.sha256)) === null) lost.push(path);
  }
  return lost.sort(byDepth);
}

function incomplete(paths: readonly string[]): Refusal {
  const list = paths.slice(0, 5).join(", ") + (paths.length > 5 ? ", …" : "");
  const message =
    `The snapshot is not whole: the copies of ${paths.length} files are missing or damaged ` +
    `(${list}). Nothing was changed.`;
  return { kind: "refused", code: "incomplete", message, paths };
}
