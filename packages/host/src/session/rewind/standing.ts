import type { SnapshotRecord } from "@squire/session/snapshots";
import { isWithin } from "@squire/session/snapshots";

/** Among the paths of a turn that was cut off: nobody knows what else it changed. */
export const ANYTHING = "?";

/** By the snapshot of each turn: the paths it changed that no rewind has put back since. */
export type Standing = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Pure. The records of a session in the order they were made. A rewind leads back to what stood
 * before the first of the records it took back, as far as it went.
 */
export function standingOf(records: readonly SnapshotRecord[]): Standing {
  const before: Standing[] = [];
  let standing: Standing = new Map();
  for (const record of records) {
    before.push(standing);
    if (record.cause === "turn") standing = new Map(standing).set(record.id, changedBy(record));
    else standing = wentBack(standing, record, { records, before });
  }
  return standing;
}

type Past = { readonly records: readonly SnapshotRecord[]; readonly before: readonly Standing[] };

function wentBack(
  standing: Standing,
  { restores = [], only, workspace }: SnapshotRecord,
  { records, before }: Past,
): Standing {
  const then = before[records.findIndex(({ id }) => id === restores[0])];
  if (then === undefined) return standing;
  const next = new Map(standing);
  for (const { id, workspace: folder, touched } of records) {
    const now = standing.get(id);
    if (now === undefined || folder !== workspace) continue;
    const paths = [...touched.map(({ path }) => path), ANYTHING];
    const stands = (path: string): boolean =>
      isAsked(only, path) ? then.get(id)?.has(path) === true : now.has(path);
    next.set(id, new Set(paths.filter(stands)));
  }
  return next;
}

export function changedBy({ touched, pending }: SnapshotRecord): ReadonlySet<string> {
  return new Set([...touched.map(({ path }) => path), ...(pending ? [ANYTHING] : [])]);
}

function isAsked(only: readonly string[] | undefined, path: string): boolean {
  return only === undefined || only.some((folder) => isWithin(path, folder));
}
