import type { SnapshotRecord } from "@squire/session/snapshots";
import { isWithin } from "@squire/session/snapshots";

/** Among the paths of a turn that was cut off: nobody knows what else it changed. */
export const ANYTHING = "?";

/** By the snapshot of each turn: the paths it changed that no rewind has put back since. */
export type Standing = ReadonlyMap<string, ReadonlySet<string>>;

/** Pure. The records of a session in the order they were made. */
export function standingOf(records: readonly SnapshotRecord[]): Standing {
  const byId = new Map(records.map((record) => [record.id, record]));
  const standing = new Map<string, Set<string>>();
  const set = (id: string, isAsked: (path: string) => boolean, stands: boolean): void => {
    const record = byId.get(id);
    if (record === undefined) return;
    if (record.cause === "rewind") {
      // Taking back a rewind brings back what that one took away.
      const part = within(record.only);
      const both = (path: string): boolean => isAsked(path) && part(path);
      for (const restored of record.restores ?? []) set(restored, both, !stands);
      return;
    }
    const paths = standing.get(id) ?? new Set<string>();
    const touched = record.touched.map(({ path }) => path).filter(isAsked);
    for (const path of [...touched, ...(record.pending && isAsked(ANYTHING) ? [ANYTHING] : [])]) {
      if (stands) paths.add(path);
      else paths.delete(path);
    }
    standing.set(id, paths);
  };
  for (const { id, cause, restores = [], only } of records) {
    if (cause === "turn") set(id, () => true, true);
    else for (const restored of restores) set(restored, within(only), false);
  }
  return standing;
}

function within(only: readonly string[] | undefined): (path: string) => boolean {
  return (path) => only === undefined || only.some((folder) => isWithin(path, folder));
}
