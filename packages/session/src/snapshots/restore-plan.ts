import { ifThere } from "../disk.ts";
import { sameState, type States } from "./path-state.ts";
import { clearSteps } from "./restore-obstacles.ts";
import type { Conflict, Goal, Obstacle, Step } from "./restore-step.ts";
import type { SnapshotRecord, Touched } from "./record.ts";
import { ScanCache } from "./scan-cache.ts";
import { scan } from "./scan.ts";
import { pairsSince } from "./snapshot.ts";
import type { SnapshotStore } from "./store.ts";
import { conflictOf, joinTouched, uncoveredBy } from "./touched-chain.ts";
import type { TouchedChain, Uncovered } from "./touched-chain.ts";
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
  /** What every path of the turns must be afterwards, but for the obstacles. */
  readonly goals: readonly Goal[];
  /** Where the turns may have changed something that nobody has recorded. */
  readonly uncovered: readonly Uncovered[];
  readonly only?: readonly string[];
};

export type Refusal = {
  readonly kind: "refused";
  readonly code: "not_found" | "damaged" | "other_workspace" | "no_workspace" | "incomplete";
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
  const workspace = await ifThere(store.ports.disk.realpath(request.workspace));
  if (workspace === null) return noWorkspace(request.workspace);
  const records: SnapshotRecord[] = [];
  const chain = new Map<string, Touched>();
  for (const id of request.snapshotIds) {
    const record = await recordOf(store, workspace, id);
    if ("kind" in record) return record;
    const items = await touchedBy(store, record);
    if ("kind" in items) return items;
    records.push(record);
    for (const item of items) if (isAsked(request, item.path)) joinTouched(chain, item);
  }
  const planned = await planSteps(store, workspace, chain, request.leave ?? []);
  const lost = await lostCopies(store, planned.steps);
  if (lost.length > 0) return incomplete(lost);
  const { snapshotIds, only } = request;
  const uncovered = only === undefined ? records.flatMap(uncoveredBy) : [];
  const asked = { workspace, snapshotIds, ...(only === undefined ? {} : { only }) };
  return { kind: "plan", plan: { ...asked, ...planned, uncovered } };
}

async function planSteps(
  store: SnapshotStore,
  workspace: string,
  chain: TouchedChain,
  leave: readonly string[],
): Promise<Pick<RestorePlan, "steps" | "conflicts" | "obstacles" | "goals">> {
  const now = await statesNow(store, workspace, [...chain.keys()]);
  const all = [...chain.values()].map(({ path, before }): Step => ({
    path,
    from: now.get(path) ?? null,
    to: before,
  }));
  const cleared = await clearSteps(store, workspace, {
    steps: all.filter(({ from, to }) => !sameState(from, to)),
    leave,
  });
  const conflicts = cleared.steps.flatMap((step) => conflictOf(step, chain.get(step.path)));
  const reached = all.filter(({ from, to }) => sameState(from, to));
  const goals = new Map([...reached, ...cleared.steps].map(({ path, to }) => [path, to]));
  return {
    ...cleared,
    conflicts,
    goals: [...goals].map(([path, state]): Goal => ({ path, state })),
  };
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
  const record = await findRecord(store, id);
  if ("kind" in record || record.workspace === workspace) return record;
  const message = `The snapshot ${id} belongs to ${record.workspace}: restore it there.`;
  return { kind: "refused", code: "other_workspace", message, paths: [] };
}

/** A record, or why there is none to be used. */
export async function findRecord(
  store: SnapshotStore,
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
  return stored.record;
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

function noWorkspace(folder: string): Refusal {
  const message = `The folder ${folder} is not there any more. Nothing was changed.`;
  return { kind: "refused", code: "no_workspace", message, paths: [] };
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
