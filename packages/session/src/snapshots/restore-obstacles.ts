import type { PathState } from "./path-state.ts";
import { findAt } from "./places.ts";
import type { Obstacle, Step } from "./restore-step.ts";
import { ScanCache } from "./scan-cache.ts";
import { scan } from "./scan.ts";
import type { SnapshotStore } from "./store.ts";
import { byDepth, isWithin, parentOf, ROOT } from "./tree-path.ts";

/** Folders that nobody recorded but without which a file has no place. */
const NEW_FOLDER: PathState = { kind: "folder", mode: 0o755 };

/** What the owner of a folder needs to change names in it. */
const MAY_CHANGE = 0o300;

type Draft = { readonly steps: readonly Step[]; readonly leave: readonly string[] };

/** Takes out what cannot be done, and adds folders that are missing on the way. */
export async function clearSteps(
  store: SnapshotStore,
  workspace: string,
  draft: Draft,
): Promise<{ readonly steps: readonly Step[]; readonly obstacles: readonly Obstacle[] }> {
  const obstacles: Obstacle[] = [];
  const steps = new Map<string, Step>();
  for (const step of draft.steps) {
    const reason = ownObstacle(step, draft.leave);
    if (reason === null) steps.set(step.path, step);
    else obstacles.push({ path: step.path, reason });
  }
  for (const step of [...steps.values()].sort((one, other) => byDepth(one.path, other.path))) {
    const reason = await obstacleAround(store, workspace, step, steps);
    if (reason === null) continue;
    steps.delete(step.path);
    obstacles.push({ path: step.path, reason });
  }
  await addLockedFolders(store, workspace, steps);
  return {
    steps: [...steps.values()].sort((one, other) => byDepth(one.path, other.path)),
    obstacles: obstacles.sort((one, other) => byDepth(one.path, other.path)),
  };
}

function ownObstacle(
  { path, from, to }: Step,
  leave: readonly string[],
): Obstacle["reason"] | null {
  if (leave.some((folder) => isWithin(path, folder))) return "left";
  if (to?.kind === "opaque") return "not_kept";
  return from?.kind === "opaque" ? "cannot_keep" : null;
}

/** Shallow paths come first, so that what holds this one is already decided. */
async function obstacleAround(
  store: SnapshotStore,
  workspace: string,
  { path, from, to }: Step,
  steps: Map<string, Step>,
): Promise<Obstacle["reason"] | null> {
  if (to === null) return null;
  if (!(await preparePlace(store, workspace, parentOf(path), steps))) return "no_folder";
  const replacesFolder = from?.kind === "folder" && to.kind !== "folder";
  if (!replacesFolder) return null;
  const inside = await everythingIn(store, workspace, path);
  const emptied = inside.every((one) => one === path || steps.get(one)?.to === null);
  return emptied ? null : "not_empty";
}

/** Sees to it that the path will be a folder; false if it will be something else. */
async function preparePlace(
  store: SnapshotStore,
  workspace: string,
  folder: string,
  steps: Map<string, Step>,
): Promise<boolean> {
  if (folder === ROOT) return true;
  if (!(await preparePlace(store, workspace, parentOf(folder), steps))) return false;
  const planned = steps.get(folder);
  if (planned !== undefined && planned.to !== null) return planned.to.kind === "folder";
  const found = await findAt(store.ports.disk, workspace, folder);
  if (found?.stat.kind === "folder") {
    // The plan takes it away, but something must stay in it.
    steps.delete(folder);
    return true;
  }
  if (found !== null && planned === undefined) return false;
  steps.set(folder, { path: folder, from: planned?.from ?? null, to: NEW_FOLDER });
  return true;
}

/**
 * A file can be changed in a folder that lets no name be changed; putting the old one back needs
 * more. Such a folder is opened up and locked again: a step that ends where it began.
 */
async function addLockedFolders(
  store: SnapshotStore,
  workspace: string,
  steps: Map<string, Step>,
): Promise<void> {
  for (const folder of new Set([...steps.keys()].map(parentOf))) {
    if (steps.has(folder)) continue;
    const found = await findAt(store.ports.disk, workspace, folder);
    if (found?.stat.kind !== "folder" || (found.stat.mode & MAY_CHANGE) === MAY_CHANGE) continue;
    const same: PathState = { kind: "folder", mode: found.stat.mode };
    steps.set(folder, { path: folder, from: same, to: same });
  }
}

/** Also what snapshots leave out; a gap counts as something. */
async function everythingIn(
  store: SnapshotStore,
  workspace: string,
  path: string,
): Promise<readonly string[]> {
  const { states, gaps } = await scan({
    ports: store.ports,
    root: workspace,
    scope: [path],
    keep: null,
    cache: ScanCache.empty(),
    limits: { ...store.limits, scanBytes: 0 },
    ownData: new Set<string>(),
    isLeftOut: () => false,
  });
  return [...states.keys(), ...gaps.map((gap) => `${gap.path}/?`)];
}
