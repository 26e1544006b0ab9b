import { changesOf, pairsBetween, type Change, type Looked, type Pair } from "./diff.ts";
import { ignoreRules, ignoreTest, isLeftOut, type IgnoreRules } from "./ignore-rules.ts";
import { findAt } from "./places.ts";
import { readState } from "./read-state.ts";
import { isObject, listOf, type SnapshotRecord, type TreeSnapshot } from "./record.ts";
import { ScanCache } from "./scan-cache.ts";
import { scan, type Scan } from "./scan.ts";
import type { SnapshotStore } from "./store.ts";
import {
  differingStates,
  IncompleteTree,
  storeTrees,
  treesOf,
  type Trees,
} from "./tree-objects.ts";
import type { TreeDisk } from "./tree-disk.ts";
import { isWithin, ROOT } from "./tree-path.ts";
import type { Gap } from "./walk.ts";
import { SNAPSHOT_LIMITS } from "./limits.ts";

const MAX_GITIGNORE_BYTES = 256 * 1024;
/** Sweeps are rare; one that gets in the way this often is no sweep. */
const ATTEMPTS = 3;

export type KeptTree = { readonly scan: Scan; readonly rules: IgnoreRules };

/**
 * Keeps copies of everything in a workspace. `commit` makes the snapshot one that a sweep sees; it
 * is called again if a sweep ran meanwhile and may have taken something away.
 */
export async function keepTree(
  store: SnapshotStore,
  workspace: string,
  commit: (tree: TreeSnapshot) => Promise<void>,
  signal?: AbortSignal,
): Promise<KeptTree> {
  const cache = await store.cacheOf(workspace);
  const rules = await rulesOf(store.ports.disk, workspace);
  for (let attempt = 1; ; attempt++) {
    const generation = await store.generation();
    cache.follow(generation);
    const scanned = await scan({
      ...(await whole(store, workspace, rules)),
      keep: store.objects,
      signal,
    });
    const trees = treesOf(scanned.states);
    await storeTrees(store.objects, trees, cache.storedTrees);
    const stored = await store.objects.put(encodeRules(rules), true);
    await commit({ root: trees.root, rules: stored, gaps: scanned.gaps });
    if ((await store.generation()) === generation || attempt === ATTEMPTS) {
      await store.objects.saveUsage();
      await store.saveCache(workspace, scanned.states);
      return { scan: scanned, rules };
    }
  }
}

/** The workspace as it is now, to come back to or to compare with. */
export async function takeSnapshot(
  store: SnapshotStore,
  folder: string,
  signal?: AbortSignal,
): Promise<SnapshotRecord & { readonly tree: TreeSnapshot }> {
  const workspace = await store.ports.disk.realpath(folder);
  const base = {
    id: store.ports.ids(),
    workspace,
    createdAt: store.ports.clock.now(),
    ...({ cause: "turn", pending: false, touched: [] } as const),
  };
  let taken: TreeSnapshot | undefined;
  const commit = async (tree: TreeSnapshot): Promise<void> => {
    taken = tree;
    await store.writeRecord({ ...base, tree });
  };
  await keepTree(store, workspace, commit, signal);
  if (taken === undefined) throw new Error("A snapshot was taken and not committed.");
  return { ...base, tree: taken };
}

/** What happened from one snapshot to another. Throws `IncompleteTree` if one is not whole. */
export async function diffSnapshots(
  store: SnapshotStore,
  before: TreeSnapshot,
  after: TreeSnapshot,
): Promise<readonly Change[]> {
  const read = (hash: string): Promise<Uint8Array | null> => store.objects.get(hash);
  const states = await differingStates(read, before.root, after.root);
  const looked = { before: await lookedBy(store, before), after: await lookedBy(store, after) };
  return changesOf(pairsBetween(states.before, states.after, looked));
}

/** What happened since; looks with the eyes of the snapshot, whatever is ignored by now. */
export async function changesSince(
  store: SnapshotStore,
  workspace: string,
  before: TreeSnapshot,
  signal?: AbortSignal,
): Promise<readonly Change[]> {
  return changesOf(await pairsSince(store, workspace, before, signal));
}

export async function pairsSince(
  store: SnapshotStore,
  workspace: string,
  before: TreeSnapshot,
  signal?: AbortSignal,
): Promise<readonly Pair[]> {
  const rules = await readRules(store, before.rules);
  const scanned = await scan({ ...(await whole(store, workspace, rules)), keep: null, signal });
  const trees = treesOf(scanned.states);
  const states = await differingStates(reader(store, trees), before.root, trees.root);
  const looked = { before: await lookedBy(store, before), after: lookedWith(rules, scanned.gaps) };
  return pairsBetween(states.before, states.after, looked);
}

/** One hash over every name, mode, link target and byte that a snapshot would cover. */
export async function treeHash(disk: TreeDisk, folder: string): Promise<string> {
  const root = await disk.realpath(folder);
  const scanned = await scan({
    ports: { disk, clock: { now: () => 0 }, ids: () => "" },
    root,
    scope: [ROOT],
    ownData: new Set<string>(),
    limits: SNAPSHOT_LIMITS,
    keep: null,
    isLeftOut: ignoreTest(await rulesOf(disk, root)),
    cache: ScanCache.empty(),
  });
  return treesOf(scanned.states).root;
}

export async function whole(
  store: SnapshotStore,
  workspace: string,
  rules: IgnoreRules,
): Promise<Omit<Parameters<typeof scan>[0], "keep">> {
  return {
    ports: store.ports,
    root: workspace,
    scope: [ROOT],
    limits: store.limits,
    isLeftOut: ignoreTest(rules),
    ownData: await store.ownData(workspace),
    cache: await store.cacheOf(workspace),
  };
}

export function lookedWith(rules: IgnoreRules, gaps: readonly Gap[]): Looked {
  const test = ignoreTest(rules);
  return (path, isFolder) =>
    !isLeftOut(test, path, isFolder) && !gaps.some((gap) => isWithin(path, gap.path));
}

async function lookedBy(store: SnapshotStore, tree: TreeSnapshot): Promise<Looked> {
  return lookedWith(await readRules(store, tree.rules), tree.gaps);
}

async function rulesOf(disk: TreeDisk, root: string): Promise<IgnoreRules> {
  const found = await findAt(disk, root, ".gitignore");
  const read = found && (await readState(disk, root, found, MAX_GITIGNORE_BYTES));
  return ignoreRules(read?.bytes === undefined ? "" : new TextDecoder().decode(read.bytes));
}

function encodeRules({ folders, patterns }: IgnoreRules): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ folders, patterns }));
}

async function readRules(store: SnapshotStore, hash: string): Promise<IgnoreRules> {
  const bytes = await store.objects.get(hash);
  const value: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
  const text = (item: unknown): string | undefined => (typeof item === "string" ? item : undefined);
  const folders = isObject(value) ? listOf(value["folders"], text) : undefined;
  const patterns = isObject(value) ? listOf(value["patterns"], text) : undefined;
  if (folders === undefined || patterns === undefined) throw new IncompleteTree(".gitignore");
  return { folders, patterns };
}

function reader(
  store: SnapshotStore,
  { objects }: Trees,
): (hash: string) => Promise<Uint8Array | null> {
  return async (hash) => objects.get(hash) ?? store.objects.get(hash);
}
