import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "@squire/platform";
import { compareKeys, pathKey } from "../path-order.ts";
import { Watch, type ScanLimits } from "../watch.ts";
import { walk, type ScanEntry, type ScanKey } from "./walk.ts";

export type Passes = (entry: ScanEntry) => boolean;

/** What a walk has found. */
export class Scan {
  readonly root: string;
  /** When it was begun. */
  readonly at: number;
  readonly #found: readonly ScanEntry[];
  readonly #mtimes = new Map<string, number>();
  #sorted: readonly ScanEntry[] | undefined;

  constructor(root: string, at: number, found: readonly ScanEntry[]) {
    this.root = root;
    this.at = at;
    this.#found = found;
  }

  /** Sorted by path. */
  get entries(): readonly ScanEntry[] {
    return (this.#sorted ??= sortedByPath(this.#found));
  }

  /** Those that pass, sorted by path; sorting only them is what makes a first search fast. */
  async filter(passes: Passes, limits: ScanLimits): Promise<readonly ScanEntry[]> {
    const watch = new Watch(limits);
    const passed: ScanEntry[] = [];
    for (const entry of this.#sorted ?? this.#found) {
      if (watch.isDue()) await watch.pause();
      if (passes(entry)) passed.push(entry);
    }
    return this.#sorted === undefined ? sortedByPath(passed) : passed;
  }

  /** When a file was last changed; looked up once and kept. 0 when it is gone. */
  mtime(path: string): number {
    const known = this.#mtimes.get(path);
    if (known !== undefined) return known;
    const found = lstatSync(join(this.root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    this.#mtimes.set(path, found);
    return found;
  }
}

export type ScanCache = {
  /** Entries of a scan that pass, sorted by path; the scan may be some milliseconds old. */
  find(
    key: ScanKey,
    passes: Passes,
    limits: ScanLimits,
  ): Promise<{ readonly scan: Scan; readonly entries: readonly ScanEntry[] }>;
  /** Always looks at the disk, and leaves the cache as it is. */
  fresh(key: ScanKey, limits: ScanLimits): Promise<Scan>;
  /** Files or folders have been changed, made, moved or removed: scans that saw them are forgotten. */
  invalidate(paths: readonly string[]): void;
};

export type ScanCacheOptions = {
  /** How old a scan may be; 0 means that nothing is kept. */
  readonly ttlMs?: number;
  /** How old it may be when nothing in it passes. */
  readonly emptyRecheckMs?: number;
};

const MOST_SCANS = 16;
const TTL_MS = 1_000;
const EMPTY_RECHECK_MS = 200;

/** The options as the user's environment sets them (SRCH-6, SRCH-7). */
export function scanCacheOptions(
  env: Readonly<Record<string, string | undefined>>,
): ScanCacheOptions {
  const ttlMs = wholeNumber(env["SQUIRE_FS_SCAN_CACHE_TTL_MS"]);
  const emptyRecheckMs = wholeNumber(env["SQUIRE_FS_SCAN_CACHE_EMPTY_RECHECK_MS"]);
  return {
    ...(ttlMs === null ? {} : { ttlMs }),
    ...(emptyRecheckMs === null ? {} : { emptyRecheckMs }),
  };
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Remembers scans for a moment, so that searches in a row walk the disk once (SRCH-6 to SRCH-8). */
export function scanCache(options: ScanCacheOptions = {}): ScanCache {
  const { ttlMs = TTL_MS, emptyRecheckMs = EMPTY_RECHECK_MS } = options;
  const kept = new Map<string, Scan>();
  /** Counts invalidations: a scan that was under way during one is not kept. */
  let era = 0;

  async function fresh(key: ScanKey, limits: ScanLimits): Promise<Scan> {
    const at = limits.clock.now();
    return new Scan(key.root, at, await walk(key, limits));
  }

  async function rescan(name: string, key: ScanKey, limits: ScanLimits): Promise<Scan> {
    const begunIn = era;
    const scan = await fresh(key, limits);
    if (ttlMs === 0 || begunIn !== era) return scan;
    kept.delete(name);
    kept.set(name, scan);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_SCANS) break;
      kept.delete(oldest);
    }
    return scan;
  }

  return {
    fresh,
    async find(key, passes, limits) {
      const name = JSON.stringify([key.root, key.hidden, key.gitignore]);
      const ageOf = (scan: Scan): number => limits.clock.now() - scan.at;
      const known = kept.get(name);
      if (known !== undefined && ageOf(known) >= 0 && ageOf(known) < ttlMs) {
        const entries = await known.filter(passes, limits);
        if (entries.length > 0 || ageOf(known) <= emptyRecheckMs) return { scan: known, entries };
      }
      const scan = await rescan(name, key, limits);
      return { scan, entries: await scan.filter(passes, limits) };
    },
    invalidate(paths) {
      era += 1;
      const changed = paths.flatMap((path) => [realTarget(path), realName(path)]);
      for (const [name, { root }] of kept) {
        if (changed.some((path) => isInside(root, path) || isInside(path, root))) kept.delete(name);
      }
    },
  };
}

/** What is gone is known by where its folder really is. */
function realTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return realName(path);
  }
}

/** The same for a link itself, wherever it leads. */
function realName(path: string): string {
  const folder = dirname(path);
  return folder === path ? path : join(realTarget(folder), basename(path));
}

function sortedByPath(entries: readonly ScanEntry[]): readonly ScanEntry[] {
  return entries
    .map((entry) => ({ entry, key: pathKey(entry.path) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ entry }) => entry);
}
