import { ifThere } from "../disk.ts";
import { settle, type RestoreEnd } from "./restore.ts";
import type { SnapshotStore } from "./store.ts";

export type Recovery = {
  /** The snapshot of what was there before the restore. */
  readonly snapshotId: string;
  readonly workspace: string | null;
  readonly end: RestoreEnd;
};

/**
 * Ends restores that were cut off (SES-22): to be called at start, before anything reads the
 * workspace. Those that another living process runs are left to it, those of a folder that is not
 * there (a disk that is not mounted) to the day it is.
 */
export async function recoverRestore(store: SnapshotStore): Promise<readonly Recovery[]> {
  const recoveries: Recovery[] = [];
  for (const entry of await store.journal.list()) {
    const { recordId: snapshotId } = entry;
    if (store.restoring.has(snapshotId)) continue;
    const stored = await store.readRecord(snapshotId);
    if (!("token" in entry) || stored.kind !== "found") {
      const cause = new Error(
        `The restore ${snapshotId} was cut off, and its record is ${stored.kind}: files may be ` +
          `half restored. Look into ${store.home}/journal.`,
      );
      recoveries.push({ snapshotId, workspace: null, end: { kind: "stuck", cause } });
      continue;
    }
    const { owner } = entry;
    if (owner !== store.owner.id && store.owner.isAlive(owner)) continue;
    const { workspace } = stored.record;
    if ((await ifThere(store.ports.disk.lstat(workspace))) === null) continue;
    const end = await settle(store, stored.record, entry);
    recoveries.push({ snapshotId, workspace, end });
  }
  return recoveries;
}
