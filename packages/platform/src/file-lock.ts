import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { systemClock } from "./clock.ts";

/** `alone` excludes everybody, `shared` only those who want to be alone. */
export type LockKind = "alone" | "shared";

/**
 * A lock between processes, and between its openers in one process. The kernel lets go of it when a
 * process dies, however it dies: there are no stale locks.
 */
export type FileLock = Disposable & {
  /** At once or not at all. Throws when the file cannot be locked for another reason. */
  take(kind: LockKind): boolean;
  /** Tries until it has it or the time is over. */
  wait(kind: LockKind, forMs: number): Promise<boolean>;
  /** Without a lock it does nothing. */
  release(): void;
};

const SQLITE_BUSY = 5;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 20;

/** A lock is held until it is released, also when nobody remembers it: it must not be collected. */
const HELD = new Set<DatabaseSync>();

/**
 * Opens the lock that a file stands for; the file is created and stays empty. Node offers no lock of
 * its own, but the SQLite inside it has one that works the same on every system.
 */
export function openFileLock(path: string): FileLock {
  createOnce(path);
  const sqlite = process.getBuiltinModule("node:sqlite");
  const database = new sqlite.DatabaseSync(path);
  const release = (): void => {
    if (HELD.delete(database)) database.exec("ROLLBACK");
  };
  const take = (kind: LockKind): boolean => {
    if (HELD.has(database)) throw new Error("The lock is held already: release it first.");
    const taken = begin(database, kind);
    if (taken) HELD.add(database);
    return taken;
  };
  return {
    take,
    release,
    async wait(kind, forMs) {
      const until = performance.now() + forMs;
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        if (take(kind)) return true;
        if (performance.now() >= until) return false;
        // Those who wait at the same time must not meet again and again.
        await systemClock.sleep(pause * (0.5 + Math.random()));
      }
    },
    [Symbol.dispose]() {
      release();
      database.close();
    },
  };
}

/** Closing a file lets go of all locks this process has on it, so one that exists is not touched. */
function createOnce(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

function begin(database: DatabaseSync, kind: LockKind): boolean {
  try {
    if (kind === "alone") {
      database.exec("BEGIN EXCLUSIVE");
      return true;
    }
    database.exec("BEGIN");
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
  try {
    // A transaction locks nothing before it reads.
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return true;
  } catch (error) {
    database.exec("ROLLBACK");
    if (isBusy(error)) return false;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
