import type { OpenSession, SessionPorts, SnapshotStore, Tree } from "@squire/session";
import { sessionPorts } from "../../sessions.ts";
import { snapshotStore } from "../snapshot-store.ts";

/** A session to look back over; nobody has to hold its lock. */
export type SessionOnDisk = { readonly path: string; readonly tree: Tree };

/** Where a rewind works: a session, and the snapshots of its user. */
export type RewindSite = {
  readonly session: SessionOnDisk;
  readonly store: SnapshotStore;
  readonly ports: SessionPorts;
};

/** One that may write: the session is open here and no turn runs in it. */
export type OpenSite = RewindSite & { readonly log: OpenSession };

export function rewindSite(home: string, session: SessionOnDisk): RewindSite {
  return { session, store: snapshotStore(home), ports: sessionPorts() };
}

/** Null for a session that keeps nothing on disk: it has no snapshots either. */
export function openSite(home: string, log: OpenSession): OpenSite | null {
  const { path, tree } = log;
  return path === null ? null : { ...rewindSite(home, { path, tree }), log };
}
