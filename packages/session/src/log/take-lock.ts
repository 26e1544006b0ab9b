import { createHash } from "node:crypto";
import { diskCode, ifThere } from "../disk.ts";
import type { DiskFile } from "../disk.ts";
import type { SessionPorts } from "../ports.ts";
import { decodeRecord, encodeRecord } from "./lock-record.ts";
import type { LockRecord } from "./lock-record.ts";
import { LogError, storageError } from "./log-error.ts";

export const STALE_MS = 20_000;
/** How long a lock without a readable record may still be in the making. */
const MAKING_MS = 200;
const MAKING_TRIES = 4;

export type LockPorts = Pick<SessionPorts, "disk" | "clock" | "ids" | "processes">;

/** A lock just taken, and the open file that it is. */
export type Taken = { readonly record: LockRecord; readonly file: DiskFile };

/** Takes a lock at once, from a dead owner too; rejects with `locked`. */
export async function takeLock(ports: LockPorts, path: string): Promise<Taken> {
  for (;;) {
    const taken = await create(ports, path);
    if (taken !== null) return taken;
    const holder = await readHolder(ports, path);
    if (holder === null) continue;
    if (holder.record !== null && !isStale(ports, holder.record)) {
      throw lockedBy(path, holder.record);
    }
    await removeStale(ports, path, holder.token);
  }
}

/** Null when there is a lock already. */
async function create(ports: LockPorts, path: string): Promise<Taken | null> {
  const { disk, clock, ids, processes } = ports;
  const record = { owner: processes.self(), token: ids(), beat: clock.now() };
  let file: DiskFile;
  try {
    file = await disk.open(path, "wx");
  } catch (error) {
    if (diskCode(error) === "EEXIST") return null;
    throw storageError("lock", path, error);
  }
  try {
    await file.write(encodeRecord(record), 0);
    // Somebody may have thought the file abandoned while it was empty.
    if ((await readHolder(ports, path))?.token === record.token) return { record, file };
  } catch (error) {
    await file.close();
    await ifThere(disk.unlink(path)).catch(() => undefined);
    throw storageError("lock", path, error);
  }
  await file.close();
  return null;
}

type Holder = { readonly record: LockRecord | null; readonly token: string };

/** Null when the lock is gone. A file without a record gets time to become one. */
async function readHolder({ disk, clock }: LockPorts, path: string): Promise<Holder | null> {
  for (let tries = 1; ; tries++) {
    const bytes = await ifThere(disk.readFile(path));
    if (bytes === null) return null;
    const record = decodeRecord(bytes);
    if (record !== null) return { record, token: record.token };
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    if (tries === MAKING_TRIES) return { record: null, token: `unreadable-${hash}` };
    await clock.sleep(MAKING_MS / MAKING_TRIES);
  }
}

/** The owner is dead, or cannot be asked and has been silent for long. */
export function isStale({ clock, processes }: LockPorts, { owner, beat }: LockRecord): boolean {
  const state = processes.stateOf(owner);
  if (state === "alive") return false;
  return state === "dead" || clock.now() - beat > STALE_MS;
}

/**
 * Removes exactly the lock that was found stale. Whoever does so holds a lock on that right, named
 * after the stale one's token, and looks again under it: nobody can remove a lock that somebody
 * else has taken in the meantime.
 */
async function removeStale(ports: LockPorts, path: string, token: string): Promise<void> {
  const guardPath = `${path}.${createHash("sha256").update(token).digest("hex").slice(0, 16)}`;
  const guard = await takeLock(ports, guardPath);
  try {
    const holder = await readHolder(ports, path);
    if (holder?.token === token) await ifThere(ports.disk.unlink(path));
  } finally {
    await guard.file.close();
    await ifThere(ports.disk.unlink(guardPath));
  }
}

function lockedBy(path: string, { owner }: LockRecord): LogError {
  const where = `process ${owner.pid} on ${owner.host}`;
  return new LogError("locked", `The session is in use by ${where} (${path}).`, {
    advice: "Join it through the gateway: /web there, then squire attach. Or end that process.",
    pid: owner.pid,
  });
}
