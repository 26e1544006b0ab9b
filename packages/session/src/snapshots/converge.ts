import { diskCode, ifThere } from "../disk.ts";
import { eachOf } from "./each-of.ts";
import { sameContent, sameState, type PathState } from "./path-state.ts";
import { inParent, openWithin } from "./places.ts";
import { removeQuietly } from "./private-files.ts";
import { statesNow } from "./restore-plan.ts";
import type { SnapshotStore } from "./store.ts";
import { using, type TreeFolder } from "./tree-disk.ts";
import { byDepth, depthOf, parentOf, ROOT } from "./tree-path.ts";

/** A path on its way. `other` is what it may be before it is what it should be. */
export type Move = {
  readonly path: string;
  readonly want: PathState | null;
  readonly other: PathState | null;
  /** The name of its temporary file, in the folder of the path. */
  readonly temp: string;
};

/** A path that was not moved: somebody changed it meanwhile, or put something into the folder. */
export type Left = { readonly path: string; readonly reason: "changed" | "not_empty" };

export type Site = { readonly store: SnapshotStore; readonly workspace: string };

const OPEN_TO_USER = 0o700;
const MOVES_AT_ONCE = 8;

/**
 * Makes every path what it should be. May be cut off anywhere and started again, also in the other
 * direction: each path is looked at right before it is changed, and what is neither its `want` nor
 * its `other` is left alone. Durable when it resolves.
 */
export async function converge(site: Site, moves: readonly Move[]): Promise<readonly Left[]> {
  const left = new Map<string, Left>();
  const downwards = byLevel(moves);
  const upwards = downwards.toReversed();
  const parents = new Set(moves.map(({ path }) => parentOf(path)));
  const each = async (levels: readonly Level[], run: (move: Move) => Promise<void>) => {
    for (const level of levels) await eachOf(level, MOVES_AT_ONCE, run);
  };
  await each(downwards, async ({ path }) => {
    if (parents.has(path)) await openUp(site, path);
  });
  // What a run that was cut off has left behind.
  await each(downwards, (move) => removeTemp(site, move));
  await each(upwards, (move) => remove(site, move, left));
  await each(downwards, async (move) => {
    if (!left.has(move.path)) await create(site, move, left);
  });
  for (const folder of parents) await withFolder(site, folder, (opened) => opened.sync());
  // Modes come last: they may forbid all of the above.
  await each(upwards, (move) => setFolderMode(site, move));
  return [...left.values()].sort((one, other) => byDepth(one.path, other.path));
}

/** Paths of the same depth: none of them holds another. */
type Level = readonly Move[];

/** The workspace first. */
function byLevel(moves: readonly Move[]): readonly Level[] {
  const levels = new Map<number, Move[]>();
  for (const move of moves.toSorted((one, other) => byDepth(one.path, other.path))) {
    const level = levels.get(depthOf(move.path));
    if (level === undefined) levels.set(depthOf(move.path), [move]);
    else level.push(move);
  }
  return [...levels.values()];
}

async function removeTemp({ store, workspace }: Site, { path, temp }: Move): Promise<void> {
  const { disk } = store.ports;
  if (path === ROOT) return;
  await inParent(disk, workspace, path, (_, parent) => ifThere(disk.unlink(parent.at(temp))));
}

async function stateAt({ store, workspace }: Site, path: string): Promise<PathState | null> {
  const state = (await statesNow(store, workspace, [path])).get(path) ?? null;
  if (state?.kind === "opaque" && state.reason === "unreadable") {
    throw new Error(`${path} cannot be read.`);
  }
  return state;
}

/** A folder counts whatever its mode: modes are set last, and what is in it is looked at itself. */
function isExpected(state: PathState | null, { want, other }: Move): boolean {
  if (state === null || sameState(state, want) || sameState(state, other)) return true;
  return state.kind === "folder" && (want?.kind === "folder" || other?.kind === "folder");
}

async function openUp({ store, workspace }: Site, path: string): Promise<void> {
  const { disk } = store.ports;
  try {
    await withFolder({ store, workspace }, path, async (folder) => {
      const { mode } = await folder.stat();
      if ((mode & OPEN_TO_USER) !== OPEN_TO_USER) await folder.chmod(mode | OPEN_TO_USER);
    });
  } catch (error) {
    if (diskCode(error) !== "EACCES" || path === ROOT) throw error;
    await inParent(disk, workspace, path, async (place) => {
      const { kind, mode } = await disk.lstat(place);
      if (kind === "folder") await disk.chmod(place, mode | OPEN_TO_USER);
    });
  }
}

/** What must go before something of another kind can take its place, or for good. */
async function remove(site: Site, move: Move, left: Map<string, Left>): Promise<void> {
  const { path, want } = move;
  const { disk } = site.store.ports;
  const state = path === ROOT ? null : await stateAt(site, path);
  if (state === null) return;
  if (!isExpected(state, move)) {
    left.set(path, { path, reason: "changed" });
    return;
  }
  // A file or link is replaced in one go by another one.
  if (want !== null && (want.kind === "folder") === (state.kind === "folder")) return;
  await inParent(disk, site.workspace, path, async (place) => {
    if (state.kind !== "folder") return disk.unlink(place);
    try {
      await disk.removeFolder(place);
    } catch (error) {
      const inUse = diskCode(error) === "ENOTEMPTY" || diskCode(error) === "EEXIST";
      if (!inUse || want !== null) throw error;
      left.set(path, { path, reason: "not_empty" });
    }
  });
}

async function create(site: Site, move: Move, left: Map<string, Left>): Promise<void> {
  const { path, want } = move;
  if (want === null || path === ROOT) return;
  const state = await stateAt(site, path);
  if (!isExpected(state, move)) {
    left.set(path, { path, reason: "changed" });
    return;
  }
  if (sameState(state, want) || (state?.kind === "folder" && want.kind === "folder")) return;
  const { disk } = site.store.ports;
  const done = await inParent(disk, site.workspace, path, async (place, parent) => {
    const temp = parent.at(move.temp);
    if (want.kind === "folder") await disk.makeFolder(place, OPEN_TO_USER);
    if (want.kind === "link") {
      await disk.symlink(want.target, temp);
      await disk.rename(temp, place);
    }
    if (want.kind === "file") await putFile(site, want, { place, temp, state });
    return true;
  });
  if (done === null) throw new Error(`The folder of ${path} is gone.`);
}

type Place = { readonly place: string; readonly temp: string; readonly state: PathState | null };

async function putFile(
  { store }: Site,
  want: PathState & { readonly kind: "file" },
  { place, temp, state }: Place,
): Promise<void> {
  const { disk } = store.ports;
  if (state !== null && sameContent(state, want) && (await chmodFile(store, place, want.mode))) {
    return;
  }
  const bytes = await store.objects.get(want.sha256);
  if (bytes === null) throw new Error(`The copy ${want.sha256} is missing or damaged.`);
  try {
    await using(disk.createFile(temp), async (file) => {
      await file.append(bytes);
      await file.chmod(want.mode);
      await file.sync();
    });
    await disk.rename(temp, place);
  } catch (error) {
    await removeQuietly(disk, temp);
    throw error;
  }
}

/** False when the file cannot even be opened; it is then written anew. */
async function chmodFile(store: SnapshotStore, place: string, mode: number): Promise<boolean> {
  try {
    await using(store.ports.disk.openFile(place), async (file) => {
      await file.chmod(mode);
      await file.sync();
    });
    return true;
  } catch (error) {
    if (diskCode(error) === "EACCES") return false;
    throw error;
  }
}

async function setFolderMode(site: Site, { path, want }: Move): Promise<void> {
  if (want?.kind !== "folder") return;
  const { disk } = site.store.ports;
  try {
    await withFolder(site, path, async (folder) => {
      if ((await folder.stat()).mode === want.mode) return;
      await folder.chmod(want.mode);
      await folder.sync();
    });
  } catch (error) {
    if (diskCode(error) !== "EACCES" || path === ROOT) throw error;
    await inParent(disk, site.workspace, path, async (place) => {
      if ((await disk.lstat(place)).kind === "folder") await disk.chmod(place, want.mode);
    });
  }
}

/** Null when there is no such folder. */
async function withFolder<T>(
  { store, workspace }: Site,
  path: string,
  run: (folder: TreeFolder) => Promise<T>,
): Promise<T | null> {
  const opened = await openWithin(store.ports.disk, workspace, path);
  return opened === null ? null : using(Promise.resolve(opened), run);
}
