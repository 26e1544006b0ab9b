import { dirname } from "node:path";
import { SESSION_VERSION } from "@squire/protocol/values";
import type { Entry, SessionHeader } from "@squire/protocol";
import type { SessionPorts } from "../ports.ts";
import { sealLine } from "./line.ts";
import { acquireLock } from "./lock.ts";
import type { Lock } from "./lock.ts";
import { LogError, storageError } from "./log-error.ts";
import type { LogProblem } from "./problem.ts";
import type { LogEntry } from "./read.ts";
import { newScan, scanLog } from "./scan.ts";
import type { EntryPlace, KnownPart, Scan } from "./scan.ts";
import { repairTail } from "./tail.ts";
import type { Repair } from "./tail.ts";
import { LogWriter } from "./writer.ts";
import type { Log } from "./log.ts";

export function lockPath(path: string): string {
  return `${path}.lock`;
}

/** What an open log tells about its entries, the old ones as well as those appended later. */
export type LogObserver = {
  entry(entry: LogEntry, place: EntryPlace): void;
  /** Where the next entry is attached, once all old entries were seen. */
  leafId(): string | null;
  /** The version of lines that name none; heard before the entries. */
  version?(version: number): void;
  /** What it knows already; asked under the lock, before anything is read. */
  known?(): Promise<KnownPart | null>;
  /** What was found, once all old entries were seen. */
  scanned?(scan: Scan): void;
  /** Nobody waits for the log: what was put off can be done. */
  settle?(): void;
  /** The file is closed, the lock still held. Must not reject. */
  closing?(): Promise<void>;
};

export type NewHeader = Omit<SessionHeader, "type" | "version" | "h">;

/** Makes the file, which must not exist, with its header; both are durable when this resolves. */
export async function createLog(
  ports: SessionPorts,
  path: string,
  header: NewHeader,
  observer: LogObserver,
): Promise<{ readonly log: Log; readonly header: SessionHeader }> {
  return locked(ports, path, "create", async (lock) => {
    const content = { type: "session", version: SESSION_VERSION, ...header } as const;
    const { bytes, h } = sealLine(content);
    const file = await ports.disk.open(path, "wx");
    try {
      await file.append(bytes);
      await file.fsync();
      await ports.disk.fsyncDir(dirname(path));
      await file.close();
    } catch (error) {
      await file.close().catch(() => undefined);
      await ports.disk.unlink(path).catch(() => undefined);
      throw error;
    }
    const place = { offset: bytes.length, line: 2, h, version: SESSION_VERSION };
    observer.scanned?.(newScan({ ...content, h }, place));
    const start = { path, lock, size: bytes.length, lines: 1, head: { h, leafId: null } };
    const log = await startWriter(ports, start, observer);
    return { log, header: { ...content, h } };
  });
}

export type OpenedLog = {
  readonly log: Log;
  /** Null when the header is lost. */
  readonly header: SessionHeader | null;
  readonly problems: readonly LogProblem[];
  readonly repair: Repair;
};

/**
 * Takes the lock, reads the log through, cuts a torn end and gives the writer. Damage elsewhere is
 * reported and stays in the file. Rejects with `locked`, `unsupported` (a newer version), `invalid`
 * (not a log) or `storage`.
 */
export async function openLog(
  ports: SessionPorts,
  path: string,
  observer: LogObserver,
): Promise<OpenedLog> {
  return locked(ports, path, "open", async (lock) => {
    const scan = await scanned(ports, path, observer);
    const repair = await repairTail(ports.disk, path, scan.tail);
    const size = scan.tail.end + (scan.tail.open ? 1 : 0);
    const head = { h: scan.tail.h ?? "0".repeat(64), leafId: observer.leafId() };
    const version = scan.header?.version ?? SESSION_VERSION;
    const own = version === SESSION_VERSION ? {} : { version: SESSION_VERSION };
    const start = { path, lock, size, lines: scan.tail.line, head, ...own };
    const log = await startWriter(ports, start, observer);
    return { log, header: scan.header, problems: scan.problems, repair };
  });
}

async function scanned(ports: SessionPorts, path: string, observer: LogObserver): Promise<Scan> {
  const known = (await observer.known?.()) ?? null;
  const scan = await scanLog(ports, path, {
    known,
    onEntry: (entry, place) => observer.entry(entry, place),
    onVersion: (version) => observer.version?.(version),
  });
  if (scan.isNewer) throw newerVersion(path);
  if (scan.isEmpty) throw notALog(path);
  observer.scanned?.(scan);
  return scan;
}

async function locked<T>(
  ports: SessionPorts,
  path: string,
  action: string,
  run: (lock: Lock) => Promise<T>,
): Promise<T> {
  const lock = await acquireLock(ports, lockPath(path));
  try {
    return await run(lock);
  } catch (error) {
    await lock.release();
    throw storageError(action, path, error);
  }
}

type WriterStart = Omit<
  ConstructorParameters<typeof LogWriter>[1],
  "file" | "onEntry" | "onSync"
> & {
  readonly lines: number;
};

async function startWriter(
  ports: SessionPorts,
  { lines, ...start }: WriterStart,
  observer: LogObserver,
): Promise<LogWriter> {
  const file = await ports.disk.open(start.path, "a");
  let [end, line] = [start.size, lines];
  const onEntry = (value: Entry, bytes: number): void => {
    const place = { line: ++line, start: end, length: bytes - 1, end: (end += bytes) };
    observer.entry({ kind: "known", value }, place);
  };
  const idle = idleTimer(ports, () => observer.settle?.());
  return new LogWriter(ports, {
    ...start,
    file,
    onEntry,
    onSync: idle.start,
    lock: closingFirst(start.lock, async () => {
      idle.cancel();
      await observer.closing?.();
    }),
  });
}

/** By then what waited for the log is on its way: a request, a command. */
const IDLE_MS = 1;

function idleTimer({ clock }: Pick<SessionPorts, "clock">, fire: () => void) {
  let timer: { cancel(): void } | null = null;
  return {
    start: (): void => {
      timer ??= clock.timer(IDLE_MS, () => {
        timer = null;
        fire();
      });
    },
    cancel: (): void => timer?.cancel(),
  };
}

function closingFirst(lock: Lock, closing: () => Promise<void>): Lock {
  return {
    assertHeld: () => lock.assertHeld(),
    async release() {
      await closing();
      await lock.release();
    },
  };
}

export function newerVersion(path: string): LogError {
  return new LogError("unsupported", `${path} was written by a newer version of Squire.`, {
    advice: "Update Squire to open this session; the file was not changed.",
  });
}

function notALog(path: string): LogError {
  return new LogError("invalid", `${path} holds no session: no line of it can be read.`, {
    advice: "Restore it from a backup or delete it; the file was not changed.",
  });
}
