import type { ToolContext } from "@squire/agent";
import type { PathGlob } from "../search/glob-match.ts";
import { pathGlob } from "../search/glob-match.ts";
import { rootOf, type Root } from "../search/root.ts";
import type { Scan } from "../search/scan/scan-cache.ts";
import type { ScanEntry } from "../search/scan/walk.ts";
import type { SearchServices } from "../search/services.ts";
import { findTargets } from "../search/targets.ts";
import { Watch, type ScanLimits } from "../search/watch.ts";

export type GlobQuery = {
  readonly pattern: string;
  readonly path: string | readonly string[] | undefined;
  readonly limit: number;
  readonly sort: "path" | "mtime";
};

export type FoundPaths = {
  readonly names: readonly string[];
  readonly total: number;
};

type Found = { readonly name: string; readonly mtime: number };

const TIMEOUT_MS = 30_000;

export async function findPaths(
  query: GlobQuery,
  services: SearchServices,
  context: ToolContext,
): Promise<FoundPaths> {
  const glob = await pathGlob(query.pattern, { dot: false });
  const targets = await findTargets(query.path, services, context);
  const limits = { signal: context.signal, clock: context.clock, timeoutMs: TIMEOUT_MS };
  const found: Found[] = [];
  let total = 0;
  for (const target of targets) {
    const root = await rootOf(target, glob);
    if (root === null) continue;
    const below = await findBelow(root, glob, { query, services, limits });
    total += below.total;
    found.push(...below.first);
  }
  if (query.sort === "mtime") found.sort((a, b) => b.mtime - a.mtime);
  return { names: found.slice(0, query.limit).map(({ name }) => name), total };
}

type Search = {
  readonly query: GlobQuery;
  readonly services: SearchServices;
  readonly limits: ScanLimits;
};

/** The first of those that fit, as many as can be shown, and how many there are. */
async function findBelow(
  root: Root,
  glob: PathGlob,
  { query, services, limits }: Search,
): Promise<{ readonly first: readonly Found[]; readonly total: number }> {
  if (root.only !== null) return { first: [{ name: root.nameOf(root.only), mtime: 0 }], total: 1 };
  const key = { root: root.path, hidden: glob.namesHidden, gitignore: true };
  const withModules = `${root.path}/${query.pattern}`.includes("node_modules");
  const passes = ({ path, type }: ScanEntry): boolean =>
    (type === "file" || type === "link") &&
    glob.fits(path) &&
    (withModules || !isInModules(path)) &&
    (services.mayRead?.(`${root.path}/${path}`) ?? true);
  const { scan, entries } = await services.scans.find(key, passes, limits);
  const times = query.sort === "mtime" ? await timesOf(scan, entries, limits) : null;
  const found = entries.map(({ path }) => ({
    name: root.nameOf(path),
    mtime: times?.get(path) ?? 0,
  }));
  // What is of the same age stays sorted by path.
  if (times !== null) found.sort((a, b) => b.mtime - a.mtime);
  return { first: found.slice(0, query.limit), total: found.length };
}

async function timesOf(
  scan: Scan,
  entries: readonly ScanEntry[],
  limits: ScanLimits,
): Promise<ReadonlyMap<string, number>> {
  const watch = new Watch(limits);
  const times = new Map<string, number>();
  for (const { path } of entries) {
    if (watch.isDue()) await watch.pause();
    times.set(path, scan.mtime(path));
  }
  return times;
}

/** What others wrote is rarely meant; who means it says so. */
function isInModules(path: string): boolean {
  return path.includes("node_modules/") && /(?:^|\/)node_modules\//.test(path);
}
