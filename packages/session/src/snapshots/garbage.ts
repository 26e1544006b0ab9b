import { ifThere } from "../disk.ts";
import { namesIn, TEMP_PREFIX } from "./private-files.ts";
import type { SnapshotRecord } from "./record.ts";
import type { SnapshotStore } from "./store.ts";
import { hashesOf } from "./tree-objects.ts";

export type SweepReport = {
  readonly records: number;
  readonly objects: number;
  readonly freedBytes: number;
  readonly usedBytes: number;
  /** What sessions still refer to takes more than the store may hold. */
  readonly overLimit: boolean;
  /** Records of a later version: nothing they might need was taken away. */
  readonly unknownRecords: readonly string[];
};

/** Whatever is younger may be part of a snapshot that is being taken right now. */
const GRACE_MS = 60 * 60 * 1000;

/**
 * Forgets snapshots older than the retention time, and older ones first until the rest fits the
 * store (SES-22). Never those that `live` sessions refer to, nor those of restores that run.
 */
export async function collectGarbage(
  store: SnapshotStore,
  live: ReadonlySet<string>,
): Promise<SweepReport> {
  // Before anything is looked at: whoever takes a snapshot from now on looks twice.
  await store.nextGeneration();
  const { found, unknown } = await readRecords(store);
  const objects = await store.objects.list();
  const marked = await markNeeded(store, found, {
    keep: new Set([...live, ...(await store.journal.list()).map(({ recordId }) => recordId)]),
    sizes: new Map(objects.map(({ hash, size }) => [hash, size])),
  });
  const dropped = found.filter(({ id }) => !marked.records.has(id));
  for (const { id } of dropped) await store.removeRecord(id);
  const oldest = store.ports.clock.now() - GRACE_MS;
  const idle = objects.filter(({ hash, usedAt }) => !marked.needed.has(hash) && usedAt < oldest);
  const gone = unknown.length > 0 ? [] : idle;
  for (const { hash } of gone) await store.objects.remove(hash);
  await sweepTemps(store, oldest);
  const bytes = (sizes: readonly { readonly size: number }[]): number =>
    sizes.reduce((sum, { size }) => sum + size, 0);
  const usedBytes = bytes(objects) - bytes(gone);
  await store.objects.saveUsage(usedBytes);
  return {
    records: dropped.length,
    objects: gone.length,
    freedBytes: bytes(gone),
    usedBytes,
    overLimit: marked.bytes > store.limits.storeBytes,
    unknownRecords: unknown,
  };
}

async function readRecords(
  store: SnapshotStore,
): Promise<{ readonly found: readonly SnapshotRecord[]; readonly unknown: readonly string[] }> {
  const found: SnapshotRecord[] = [];
  const unknown: string[] = [];
  for (const id of await store.recordIds()) {
    const stored = await store.readRecord(id);
    if (stored.kind === "found") found.push(stored.record);
    else if (stored.kind === "unknown") unknown.push(id);
  }
  return { found: found.sort((one, other) => other.createdAt - one.createdAt), unknown };
}

type Marking = { readonly keep: ReadonlySet<string>; readonly sizes: ReadonlyMap<string, number> };

type Marked = {
  readonly records: ReadonlySet<string>;
  readonly needed: ReadonlySet<string>;
  readonly bytes: number;
};

async function markNeeded(
  store: SnapshotStore,
  newestFirst: readonly SnapshotRecord[],
  { keep, sizes }: Marking,
): Promise<Marked> {
  const now = store.ports.clock.now();
  const isKept = ({ id, createdAt }: SnapshotRecord): boolean =>
    keep.has(id) || createdAt > now - GRACE_MS;
  const expires = now - store.limits.retentionMs;
  const others = newestFirst.filter((one) => !isKept(one) && one.createdAt >= expires);
  const newest = newestOfEach(newestFirst);
  const seen = { lists: new Set<string>(), whole: new Set<string>() };
  const needed = new Set<string>();
  const records = new Set<string>();
  let bytes = 0;
  for (const record of [...newestFirst.filter(isKept), ...others]) {
    const hashes = await neededBy(store, record, { ...seen, isNewest: newest.has(record.id) });
    const added = [...new Set(hashes)].filter((hash) => !needed.has(hash));
    const size = added.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
    // All that follow are older still.
    if (bytes + size > store.limits.storeBytes && !isKept(record)) break;
    bytes += size;
    records.add(record.id);
    for (const hash of added) needed.add(hash);
  }
  return { records, needed, bytes };
}

/** The last tree of a workspace is kept whole, or the next snapshot would copy everything again. */
function newestOfEach(newestFirst: readonly SnapshotRecord[]): ReadonlySet<string> {
  const newest = new Map<string, string>();
  for (const { workspace, id, tree } of newestFirst) {
    if (tree !== undefined && !newest.has(workspace)) newest.set(workspace, id);
  }
  return new Set(newest.values());
}

/** What a record that has ended needs is few: the files it can bring back, and the lists of names. */
async function neededBy(
  store: SnapshotStore,
  { tree, touched, pending }: SnapshotRecord,
  seen: Seen,
): Promise<readonly string[]> {
  const files = touched.flatMap(({ before }) => (before?.kind === "file" ? [before.sha256] : []));
  if (tree === undefined) return files;
  const read = (hash: string): Promise<Uint8Array | null> => store.objects.get(hash);
  if (!pending && !seen.isNewest) {
    const { lists } = await hashesOf(read, tree.root, seen.lists);
    return [...files, tree.rules, ...lists];
  }
  const all = await hashesOf(read, tree.root, seen.whole);
  return [...files, tree.rules, ...all.lists, ...all.files];
}

/** Trees of which the lists of names are marked, and those of which everything is. */
type Seen = {
  readonly lists: Set<string>;
  readonly whole: Set<string>;
  readonly isNewest: boolean;
};

async function sweepTemps({ ports, home }: SnapshotStore, before: number): Promise<void> {
  const { disk } = ports;
  const shards = (await namesIn(disk, `${home}/objects`)).filter((name) => name.length === 2);
  const folders = ["records", "caches", "journal", "objects", ...shards.map((s) => `objects/${s}`)];
  for (const folder of [home, ...folders.map((name) => `${home}/${name}`)]) {
    for (const name of await namesIn(disk, folder)) {
      if (!name.startsWith(TEMP_PREFIX)) continue;
      const stat = await ifThere(disk.lstat(`${folder}/${name}`));
      if (stat !== null && stat.changedAt < before) await ifThere(disk.unlink(`${folder}/${name}`));
    }
  }
}
