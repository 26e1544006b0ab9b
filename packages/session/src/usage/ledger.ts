import { dirname, join } from "node:path";
import { ifThere } from "../disk.ts";
import type { Disk } from "../disk.ts";
import { acquireLock } from "../log/lock.ts";
import type { Lock } from "../log/lock.ts";
import { LogError, storageError } from "../log/log-error.ts";
import { splitLines } from "../log/split-lines.ts";
import type { SessionPorts } from "../ports.ts";
import { decodeRow, encodeRow } from "./ledger-row.ts";
import type { LedgerRow } from "./ledger-row.ts";
import { trimLedger } from "./trim.ts";

export function ledgerPath(home: string): string {
  return join(home, "usage.jsonl");
}

/** What was spent, over all sessions (USE-2). */
export type Ledger = {
  /** Adds lines in one write. Never rejects: money is counted, but never in the way of work. */
  append(rows: readonly LedgerRow[]): Promise<void>;
  /** The lines, oldest first, read in chunks; lines that cannot be read are skipped. */
  read(): AsyncGenerator<LedgerRow>;
  /** How many writes failed, and how the last one did. */
  readonly failures: { readonly count: number; readonly last: string | null };
};

const LOCK_TRIES = 40;
const LOCK_WAIT_MS = 25;

/** Processes may share the file: a line is written, and old ones are dropped, under a lock. */
export function openLedger(ports: SessionPorts, path: string): Ledger {
  const failures: { count: number; last: string | null } = { count: 0, last: null };
  let writing: Promise<void> = Promise.resolve();

  async function write(rows: readonly LedgerRow[]): Promise<void> {
    try {
      await ports.disk.mkdir(dirname(path));
      const lock = await patientLock(ports, `${path}.lock`);
      try {
        await appendRows(ports.disk, path, rows);
        await trimLedger(ports, path);
      } finally {
        await lock?.release();
      }
    } catch (error) {
      failures.count++;
      failures.last = storageError("write to", path, error).message;
    }
  }

  return {
    failures,
    append(rows) {
      if (rows.length > 0) writing = writing.then(() => write(rows));
      return writing;
    },
    read: () => readLedger(ports.disk, path),
  };
}

/** Null when somebody holds it for long: a line that might get lost is better than none. */
async function patientLock(ports: SessionPorts, path: string): Promise<Lock | null> {
  for (let tries = 1; tries <= LOCK_TRIES; tries++) {
    try {
      return await acquireLock(ports, path);
    } catch (error) {
      if (!(error instanceof LogError) || error.code !== "locked") throw error;
      await ports.clock.sleep(LOCK_WAIT_MS);
    }
  }
  return null;
}

async function appendRows(disk: Disk, path: string, rows: readonly LedgerRow[]): Promise<void> {
  const lines = rows.map(encodeRow);
  // What a crash left of a line must not spoil the next one.
  const torn = !(await endsWithNewline(disk, path));
  const bytes = Buffer.concat(torn ? [NEWLINE, ...lines] : lines);
  const file = await disk.open(path, "a");
  try {
    await file.append(bytes);
  } finally {
    await file.close();
  }
}

const NEWLINE = new Uint8Array([0x0a]);

async function endsWithNewline(disk: Disk, path: string): Promise<boolean> {
  const size = (await ifThere(disk.stat(path)))?.size ?? 0;
  if (size === 0) return true;
  const file = await disk.open(path, "r");
  try {
    return (await file.read(size - 1, 1))[0] === NEWLINE[0];
  } finally {
    await file.close();
  }
}

async function* readLedger(disk: Disk, path: string): AsyncGenerator<LedgerRow> {
  if ((await ifThere(disk.stat(path))) === null) return;
  const decoder = new TextDecoder("utf-8");
  for await (const lines of splitLines(disk, path)) {
    for (const { bytes } of lines) {
      const row = decodeRow(decoder.decode(bytes));
      if (row !== null) yield row;
    }
  }
}
