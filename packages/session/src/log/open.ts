import { dirname } from "node:path";
import { SESSION_VERSION } from "@squire/protocol/values";
import type { Entry, SessionHeader } from "@squire/protocol";
import type { SessionPorts } from "../ports.ts";
import { sealLine } from "./line.ts";
import { acquireLock } from "./lock.ts";
import type { Lock } from "./lock.ts";
import { LogError, storageError } from "./log-error.ts";
import type { LogProblem } from "./problem.ts";
import { readLog } from "./read.ts";
import type { LogEntry } from "./read.ts";
import { extendTail, NO_TAIL, repairTail } from "./tail.ts";
import type { Repair } from "./tail.ts";
import { LogWriter } from "./writer.ts";
import type { Log } from "./log.ts";

export function lockPath(path: string): string {
  return `${path}.lock`;
}

/** What an open log tells about its entries, the old ones as well as those appended later. */
export type LogObserver = {
  entry(entry: LogEntry): void;
  /** Where the next entry is attached, once all old entries were seen. */
  leafId(): string | null;
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
    const start = { path, lock, size: bytes.length, head: { h, leafId: null } };
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
    const scan = await scanLog(ports, path, observer);
    const repair = await repairTail(ports.disk, path, scan.tail);
    const size = scan.tail.end + (scan.tail.open ? 1 : 0);
    const head = { h: scan.tail.h ?? "0".repeat(64), leafId: observer.leafId() };
    const version = scan.header?.version ?? SESSION_VERSION;
    const own = version === SESSION_VERSION ? {} : { version: SESSION_VERSION };
    const log = await startWriter(ports, { path, lock, size, head, ...own }, observer);
    return { log, header: scan.header, problems: scan.problems, repair };
  });
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

async function startWriter(
  ports: SessionPorts,
  start: Omit<ConstructorParameters<typeof LogWriter>[1], "file" | "onEntry">,
  observer: LogObserver,
): Promise<LogWriter> {
  const file = await ports.disk.open(start.path, "a");
  const onEntry = (value: Entry): void => observer.entry({ kind: "known", value });
  return new LogWriter(ports, { ...start, file, onEntry });
}

async function scanLog({ disk }: SessionPorts, path: string, observer: LogObserver) {
  const problems: LogProblem[] = [];
  let header: SessionHeader | null = null;
  let tail = NO_TAIL;
  let entries = 0;
  for await (const line of readLog(disk, path)) {
    if (line.problem !== undefined) problems.push(line.problem);
    if (line.problem?.code === "version") throw newerVersion(path);
    tail = extendTail(tail, line);
    if (line.kind === "header") header = line.header;
    if (line.kind !== "entry") continue;
    entries++;
    observer.entry(line.entry);
  }
  if (header === null && entries === 0) throw notALog(path);
  return { header, problems, tail };
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
