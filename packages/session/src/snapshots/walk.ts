import { diskCode, ifThere } from "../disk.ts";
import { using, type TreeDisk, type TreeFolder, type TreeStat } from "./tree-disk.ts";
import { childOf, ROOT } from "./tree-path.ts";

/** Something a walk saw. Links have a target and are not followed. */
export type Found = {
  readonly path: string;
  readonly stat: TreeStat;
  readonly target?: string;
};

/** A path at or under which a walk did not look, so that nobody knows what is there. */
export type Gap = {
  readonly path: string;
  readonly reason: "unreadable" | "unstable" | "too_many" | "too_deep" | "bad_name" | "own_data";
};

export type Walk = { readonly found: readonly Found[]; readonly gaps: readonly Gap[] };

export type WalkOptions = {
  readonly disk: TreeDisk;
  /** Absolute, without links. */
  readonly root: string;
  /** Where to begin; everything under it is walked. */
  readonly from: Found;
  readonly isLeftOut: (path: string, isFolder: boolean) => boolean;
  /** Paths that belong to Squire itself. */
  readonly ownData: ReadonlySet<string>;
  readonly maxEntries: number;
  readonly signal?: AbortSignal | undefined;
};

const MAX_DEPTH = 100;
const FOLDERS_AT_ONCE = 8;
const STATS_AT_ONCE = 128;

/**
 * Everything under a folder, level by level, so that a limit cuts off what lies deepest and cuts
 * the same each time. Each folder is checked to be the one its parent showed: a link that is put
 * in its place meanwhile leads nowhere.
 */
export async function walk(options: WalkOptions): Promise<Walk> {
  const found: Found[] = [options.from];
  const gaps: Gap[] = [];
  let level = options.from.stat.kind === "folder" ? [options.from] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH) {
      gaps.push(...level.map(({ path }): Gap => ({ path, reason: "too_deep" })));
      break;
    }
    const next: Found[] = [];
    for (let at = 0; at < level.length; at += FOLDERS_AT_ONCE) {
      options.signal?.throwIfAborted();
      const room = options.maxEntries - found.length;
      const batch = level.slice(at, at + FOLDERS_AT_ONCE);
      for (const seen of await Promise.all(batch.map((folder) => look(options, folder, room)))) {
        const fits = seen.found.length <= options.maxEntries - found.length;
        if (fits) {
          found.push(...seen.found);
          gaps.push(...seen.gaps);
          next.push(...seen.found.filter(({ stat }) => stat.kind === "folder"));
        } else {
          gaps.push({ path: seen.folder, reason: "too_many" });
        }
      }
    }
    level = next;
  }
  return { found, gaps };
}

type Look = { readonly folder: string; readonly found: Found[]; readonly gaps: Gap[] };

async function look(options: WalkOptions, folder: Found, room: number): Promise<Look> {
  const blind = (reason: Gap["reason"]): Look => ({
    folder: folder.path,
    found: [],
    gaps: [{ path: folder.path, reason }],
  });
  const place = folder.path === ROOT ? options.root : `${options.root}/${folder.path}`;
  try {
    return await using(options.disk.openFolder(place), async (opened) => {
      const { identity } = await opened.stat();
      if (identity !== folder.stat.identity) return blind("unstable");
      const names = await opened.names();
      return names.length > room ? blind("too_many") : lookIn(options, folder.path, opened, names);
    });
  } catch (error) {
    const gone = ["ENOENT", "ENOTDIR", "ELOOP"].includes(diskCode(error));
    if (gone) return blind("unstable");
    if (diskCode(error) === "") throw error;
    return blind("unreadable");
  }
}

async function lookIn(
  options: WalkOptions,
  folder: string,
  opened: TreeFolder,
  names: readonly string[],
): Promise<Look> {
  const result: Look = { folder, found: [], gaps: [] };
  for (let at = 0; at < names.length; at += STATS_AT_ONCE) {
    const batch = names.slice(at, at + STATS_AT_ONCE);
    const seen = await Promise.all(
      batch.map((name) => lookAt(options, childOf(folder, name), opened.at(name))),
    );
    for (const one of seen) {
      if (one === null) continue;
      if ("reason" in one) result.gaps.push(one);
      else result.found.push(one);
    }
  }
  return result;
}

async function lookAt(
  { disk, isLeftOut, ownData }: WalkOptions,
  path: string,
  place: string,
): Promise<Found | Gap | null> {
  if (ownData.has(path)) return { path, reason: "own_data" };
  try {
    const stat = await ifThere(disk.lstat(place));
    // A name that is no UTF-8 comes back altered, and then nothing has it.
    if (stat === null) return path.includes("\uFFFD") ? { path, reason: "bad_name" } : null;
    if (isLeftOut(path, stat.kind === "folder")) return null;
    if (stat.kind !== "link") return { path, stat };
    const target = await ifThere(disk.readlink(place));
    return target === null ? null : { path, stat, target };
  } catch (error) {
    if (diskCode(error) === "") throw error;
    return { path, reason: diskCode(error) === "EINVAL" ? "unstable" : "unreadable" };
  }
}
