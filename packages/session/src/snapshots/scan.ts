import { eachOf } from "./each-of.ts";
import type { IgnoreTest } from "./ignore-rules.ts";
import type { SnapshotLimits } from "./limits.ts";
import type { Keeper } from "./objects.ts";
import type { PathState, States } from "./path-state.ts";
import { findAt } from "./places.ts";
import { opaque, readState, stateWithoutReading } from "./read-state.ts";
import type { ScanCache } from "./scan-cache.ts";
import type { TreePorts } from "./tree-disk.ts";
import { byDepth } from "./tree-path.ts";
import { walk, type Found, type Gap, type Walk } from "./walk.ts";

export type Scan = {
  readonly states: States;
  readonly gaps: readonly Gap[];
  /** What was read because nothing was known of it, or no copy was kept. */
  readonly readFiles: number;
  readonly readBytes: number;
};

export type ScanOptions = {
  readonly ports: TreePorts;
  /** Absolute, without links. */
  readonly root: string;
  /** Where to look: at these paths and everything under them. */
  readonly scope: readonly string[];
  /** Paths to look at without what is under them. */
  readonly alone?: readonly string[];
  readonly isLeftOut: IgnoreTest;
  readonly ownData: ReadonlySet<string>;
  readonly limits: SnapshotLimits;
  readonly cache: ScanCache;
  /** Where copies of all files go; null only looks. */
  readonly keep: Keeper | null;
  /** Every copy survives a power cut, however many there are. */
  readonly syncAll?: boolean;
  readonly signal?: AbortSignal | undefined;
};

const READS_AT_ONCE = 16;
/** Up to so many new copies are synced one by one; more are left to the system (a first scan). */
const SYNCED_COPIES = 200;

/**
 * The state of everything in scope. Files are read only if the cache does not know them as they
 * are now; what does not fit the limits is noted as opaque or as a gap.
 */
export async function scan(options: ScanOptions): Promise<Scan> {
  const { cache, limits, keep } = options;
  const walked = await walkScope(options);
  const states = new Map<string, PathState>();
  const unread: Found[] = [];
  await eachOf(walked.found, READS_AT_ONCE, async (found) => {
    const state = stateWithoutReading(found, limits.fileBytes) ?? (await recall(options, found));
    if (state === null) unread.push(found);
    else states.set(found.path, state);
  });
  const room = keep === null ? limits.scanBytes : Math.min(limits.scanBytes, await keep.room());
  const { chosen, left, bytes } = choose(unread, room);
  for (const found of left) {
    const state = opaque(found.stat, "over_budget");
    cache.noteUnread(found, state);
    states.set(found.path, state);
  }
  const synced = options.syncAll === true || chosen.length <= SYNCED_COPIES;
  await eachOf(chosen, READS_AT_ONCE, async (found) => {
    options.signal?.throwIfAborted();
    const state = await take(options, found, synced);
    if (state !== null) states.set(found.path, state);
  });
  return { states, gaps: walked.gaps, readFiles: chosen.length, readBytes: bytes };
}

/** What the cache knows, if that is enough: for those who keep, a copy must be there. */
async function recall({ cache, keep }: ScanOptions, found: Found): Promise<PathState | null> {
  const known = cache.find(found);
  if (known === null) return null;
  if (keep === null || known.kept) return known.state;
  const { state } = known;
  const stored = state.kind === "file" && (await keep.has(state.sha256, state.size));
  if (!stored) return null;
  cache.markKept(found.path);
  return state;
}

async function walkScope(options: ScanOptions): Promise<Walk> {
  const { ports, root, scope, limits } = options;
  const found: Found[] = [];
  const gaps: Gap[] = [];
  for (const path of scope) {
    const from = await findAt(ports.disk, root, path);
    if (from === null) continue;
    const maxEntries = limits.entries - found.length;
    const walked = await walk({ ...options, disk: ports.disk, from, maxEntries });
    found.push(...walked.found);
    gaps.push(...walked.gaps);
  }
  await eachOf(options.alone ?? [], READS_AT_ONCE, async (path) => {
    const one = await findAt(ports.disk, root, path);
    if (one !== null) found.push(one);
  });
  return { found, gaps };
}

/** Small files first: most of what people write is small. */
function choose(
  files: readonly Found[],
  room: number,
): { readonly chosen: readonly Found[]; readonly left: readonly Found[]; readonly bytes: number } {
  const sorted = files.toSorted(
    (one, other) => one.stat.size - other.stat.size || byDepth(one.path, other.path),
  );
  let [count, bytes] = [0, 0];
  for (const { stat } of sorted) {
    if (bytes + stat.size > room) break;
    bytes += stat.size;
    count++;
  }
  return { chosen: sorted.slice(0, count), left: sorted.slice(count), bytes };
}

async function take(
  { ports, root, limits, keep, cache }: ScanOptions,
  found: Found,
  synced: boolean,
): Promise<PathState | null> {
  const startedAt = ports.clock.now();
  const read = await readState(ports.disk, root, found, limits.fileBytes);
  if (keep !== null && read.bytes !== undefined) await keep.put(read.bytes, synced);
  cache.note(found.path, read, { startedAt, kept: keep !== null });
  return read.state;
}
