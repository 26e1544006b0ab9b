import { eachOf } from "./each-of.ts";
import type { Keeper } from "./objects.ts";
import { decodeState, encodeState, isHash, type PathState, type States } from "./path-state.ts";
import { sha256 } from "./private-files.ts";
import { byDepth, childOf, isTreePath, nameOf, parentOf, ROOT } from "./tree-path.ts";

/**
 * A folder as an object: its entries by name, each folder with the hash of its own object. Folders
 * that did not change are the same object in every snapshot.
 */
export type Trees = {
  /** The hash of everything: same hash, same tree. */
  readonly root: string;
  readonly objects: ReadonlyMap<string, Uint8Array>;
};

/** Pure. The states must hold every folder of every path. */
export function treesOf(states: States): Trees {
  const children = new Map<string, string[]>();
  for (const path of states.keys()) {
    if (path === ROOT) continue;
    const siblings = children.get(parentOf(path));
    if (siblings === undefined) children.set(parentOf(path), [path]);
    else siblings.push(path);
  }
  const objects = new Map<string, Uint8Array>();
  const hashes = new Map<string, string>();
  const add = (paths: readonly string[]): string => {
    const bytes = encodeTree(paths, states, hashes);
    const hash = sha256(bytes);
    objects.set(hash, bytes);
    return hash;
  };
  const folders = [...states].filter(([, { kind }]) => kind === "folder").map(([path]) => path);
  for (const folder of folders.sort(byDepth).toReversed()) {
    hashes.set(folder, add((children.get(folder) ?? []).sort()));
  }
  // The workspace itself is an entry too: it has a mode.
  return { root: add(states.has(ROOT) ? [ROOT] : []), objects };
}

function encodeTree(
  paths: readonly string[],
  states: States,
  hashes: ReadonlyMap<string, string>,
): Uint8Array {
  const lines = paths.map((path) => {
    const state = states.get(path);
    const tree = hashes.get(path);
    return [
      nameOf(path),
      ...(state ? encodeState(state) : []),
      ...(tree === undefined ? [] : [tree]),
    ];
  });
  return new TextEncoder().encode(JSON.stringify(lines));
}

export async function storeTrees(
  store: Keeper,
  { objects }: Trees,
  known: Set<string>,
): Promise<void> {
  const unknown = [...objects].filter(([hash]) => !known.has(hash));
  await eachOf(unknown, PUTS_AT_ONCE, async ([hash, bytes]) => {
    await store.put(bytes, unknown.length <= SYNCED_TREES);
    known.add(hash);
  });
}

const PUTS_AT_ONCE = 8;
/** More new trees than this are not synced one by one. */
const SYNCED_TREES = 200;

/** The bytes of an object, already checked against its hash; null when they are not to be had. */
export type ReadObject = (hash: string) => Promise<Uint8Array | null>;

/** Some tree of a snapshot is missing or damaged. */
export class IncompleteTree extends Error {
  constructor(folder: string) {
    super(`The list of the folder ${folder} is missing or damaged in the snapshot store.`);
  }
}

type Node = { readonly state: PathState; readonly tree: string | null };

/** Where two trees differ: what each of them has at those paths. Equal folders are not read. */
export async function differingStates(
  read: ReadObject,
  before: string,
  after: string,
): Promise<{ readonly before: States; readonly after: States }> {
  const states = { before: new Map<string, PathState>(), after: new Map<string, PathState>() };
  const compare = async (one: string | null, other: string | null, at: string): Promise<void> => {
    if (one === other) return;
    const left = await readTree(read, one, at);
    const right = await readTree(read, other, at);
    for (const path of new Set([...left.keys(), ...right.keys()])) {
      const [from, to] = [left.get(path), right.get(path)];
      if (from !== undefined) states.before.set(path, from.state);
      if (to !== undefined) states.after.set(path, to.state);
      await compare(from?.tree ?? null, to?.tree ?? null, path);
    }
  };
  await compare(before, after, "");
  return states;
}

/**
 * What a tree needs, for a sweep: the hashes of its lists of names and of its files. Lists in
 * `seen` are not read again; one that cannot be read is passed over.
 */
export async function hashesOf(
  read: ReadObject,
  root: string,
  seen: Set<string>,
): Promise<{ readonly lists: readonly string[]; readonly files: readonly string[] }> {
  const lists: string[] = [];
  const files: string[] = [];
  const visit = async (hash: string, at: string): Promise<void> => {
    if (seen.has(hash)) return;
    seen.add(hash);
    lists.push(hash);
    for (const [path, { state, tree }] of await readTree(read, hash, at)) {
      if (state.kind === "file") files.push(state.sha256);
      if (tree !== null) await visit(tree, path).catch(passOver);
    }
  };
  await visit(root, "").catch(passOver);
  return { lists, files };
}

function passOver(error: unknown): void {
  if (!(error instanceof IncompleteTree)) throw error;
}

async function readTree(
  read: ReadObject,
  hash: string | null,
  at: string,
): Promise<ReadonlyMap<string, Node>> {
  const nodes = new Map<string, Node>();
  if (hash === null) return nodes;
  const bytes = await read(hash);
  const lines: unknown = bytes === null ? null : parse(bytes);
  if (!Array.isArray(lines)) throw new IncompleteTree(at);
  for (const line of lines) {
    const [name, ...rest]: readonly unknown[] = Array.isArray(line) ? line : [];
    const state = decodeState(rest);
    const path = at === "" ? name : childOf(at, String(name));
    if (state === undefined || !isTreePath(path)) throw new IncompleteTree(at);
    const tree = rest[2];
    nodes.set(path, { state, tree: state.kind === "folder" && isHash(tree) ? tree : null });
  }
  return nodes;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
