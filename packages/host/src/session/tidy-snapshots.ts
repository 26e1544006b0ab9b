import { ifThere, readLog } from "@squire/session";
import type { SnapshotStore } from "@squire/session";
import type { SweepReport } from "@squire/session/snapshots";
import { sessionPorts, sessionStore } from "../sessions.ts";
import { snapshotStore } from "./snapshot-store.ts";

const HOUR_MS = 60 * 60 * 1000;
const SWEEP_EVERY_MS = 24 * HOUR_MS;
/** A store that is nearly full takes no more copies: then it is worth looking more often. */
const NEARLY_FULL = 0.9;

/**
 * Forgets snapshots that are past their time or too many (SES-22), at most once a day; null when it
 * was not due. To be called when a turn has ended and nobody waits.
 */
export async function tidySnapshots(
  home: string,
  store: SnapshotStore = snapshotStore(home),
): Promise<SweepReport | null> {
  if (!(await isDue(store))) return null;
  const { collectGarbage } = await import("@squire/session/snapshots");
  return collectGarbage(store, await snapshotsInUse(home));
}

async function isDue({ ports, home, objects, limits }: SnapshotStore): Promise<boolean> {
  if ((await ifThere(ports.disk.lstat(`${home}/objects`))) === null) return false;
  const swept = await ifThere(ports.disk.lstat(`${home}/generation.json`));
  const age = ports.clock.now() - (swept?.changedAt ?? 0);
  if (age > SWEEP_EVERY_MS) return true;
  if (age < HOUR_MS) return false;
  return (await objects.room()) < (1 - NEARLY_FULL) * limits.storeBytes;
}

/** Those of sessions that are open somewhere at this moment. */
async function snapshotsInUse(home: string): Promise<ReadonlySet<string>> {
  const { sessions } = await sessionStore(home).list();
  const ids = new Set<string>();
  for (const { path, running } of sessions) {
    if (!running) continue;
    for await (const line of readLog(sessionPorts().disk, path)) {
      if (line.kind !== "entry" || line.entry.kind !== "known") continue;
      if (line.entry.value.type === "snapshot") ids.add(line.entry.value.snapshotId);
    }
  }
  return ids;
}
