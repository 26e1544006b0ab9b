import { systemClock } from "@squire/platform";
import { nodeTreeDisk, openSnapshots } from "@squire/session";
import type { SnapshotStore } from "@squire/session";
import { join } from "node:path";

export function snapshotsPath(home: string): string {
  return join(home, "snapshots");
}

/** The snapshots of this user. Touches nothing until it is asked. */
export function snapshotStore(home: string): SnapshotStore {
  return openSnapshots({
    ports: { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() },
    home: snapshotsPath(home),
    own: [home],
  });
}
