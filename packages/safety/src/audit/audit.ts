import { dirname } from "node:path";
import type { Disk, FileLock } from "@squire/platform";
import { cannotWrite, isBusy } from "./audit-error.ts";
import type { AuditEvent } from "./audit-event.ts";
import { sealEntry, type AuditHead } from "./audit-line.ts";
import { readEnd } from "./read-end.ts";

export type AuditPorts = {
  readonly path: string;
  readonly disk: Disk;
  /** Between all processes that write here: `openFileLock(path + ".lock")`. */
  readonly lock: Pick<FileLock, "wait" | "release">;
  readonly now: () => number;
  /** Takes secrets out of texts (SEC-1). */
  readonly redact: (text: string) => string;
};

/**
 * The record of what was done (SEC-3): one file for all sessions, which only grows; each line holds
 * the hash of the one before it.
 *
 * What must be on record before it happens is appended with `append`: when that rejects it must not
 * happen. What has happened already is noted with `note` or `hold`: it is kept until it can be
 * written, and while it cannot `append` rejects. So a full disk stops effects, is told, and loses
 * nothing that this process knows.
 */
export type Audit = {
  /** Resolves when it is in the file. Rejects with `AuditError`. */
  append(event: AuditEvent): Promise<void>;
  /** False when it could not be written yet. Never rejects. */
  note(event: AuditEvent): Promise<boolean>;
  /** As `note`, but waits for the next write or `flush`: for what happens often and harms nobody. */
  hold(event: AuditEvent): void;
  /** Writes what waits. False when it could not be written yet. Never rejects. */
  flush(): Promise<boolean>;
  /** How many events are still waiting. */
  readonly waiting: number;
};

const LOCK_WAIT_MS = 5_000;
/** Notes are small and stop with the first effect that is refused; a leak would be a defect. */
const MOST_WAITING = 10_000;
/** As many are written without being told to: a long turn must not lose them all in a crash. */
const MANY_HELD = 1_000;

type Timed = { readonly at: number; readonly event: AuditEvent };

export function openAudit(ports: AuditPorts): Audit {
  const waiting: Timed[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const keep = (event: AuditEvent): void => {
    if (waiting.length < MOST_WAITING) waiting.push({ at: ports.now(), event });
  };
  const writeAll = async (events: readonly Timed[]): Promise<void> => {
    const held = waiting.length;
    await write(ports, [...waiting, ...events]);
    // What came meanwhile is not written yet.
    waiting.splice(0, held);
  };
  const tryAll = (): Promise<boolean> =>
    writeAll([]).then(
      () => true,
      () => false,
    );
  return {
    append: (event) => inTurn(() => writeAll([{ at: ports.now(), event }])),
    note: (event) =>
      inTurn(() => {
        keep(event);
        return tryAll();
      }),
    hold: (event) => {
      keep(event);
      if (waiting.length % MANY_HELD === 0) void inTurn(tryAll);
    },
    flush: () => inTurn(tryAll),
    get waiting() {
      return waiting.length;
    },
  };
}

async function write(ports: AuditPorts, events: readonly Timed[]): Promise<void> {
  if (events.length === 0) return;
  const { path, disk, lock } = ports;
  try {
    if (!(await lock.wait("alone", LOCK_WAIT_MS))) throw isBusy(path);
  } catch (error) {
    throw error instanceof Error && error.name === "AuditError" ? error : cannotWrite(path, error);
  }
  try {
    const { head, isTorn } = await readEnd(disk, path);
    const lines = chain(ports, events, head);
    if (head.seq === 0) await disk.mkdir(dirname(path));
    const file = await disk.open(path, "a");
    try {
      // A line that was interrupted stays as it is and is ended: nothing here is ever rewritten.
      await file.append(new TextEncoder().encode(`${isTorn ? "\n" : ""}${lines}`));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw cannotWrite(path, error);
  } finally {
    lock.release();
  }
}

function chain({ redact }: AuditPorts, events: readonly Timed[], from: AuditHead): string {
  let head = from;
  let lines = "";
  for (const { at, event } of events) {
    const entry = { ...clean(event, redact), seq: head.seq + 1, at, pid: process.pid };
    const sealed = sealEntry(entry, head.h);
    lines += sealed.line;
    head = sealed.head;
  }
  return lines;
}

/** Names and hashes are ours; everything else may carry what somebody typed. */
function clean(event: AuditEvent, redact: (text: string) => string): AuditEvent {
  const entries = Object.entries(event).map(([name, value]) => {
    const isFree = typeof value === "string" && !["kind", "argsHash", "sha256"].includes(name);
    return [name, isFree ? redact(value) : value];
  });
  return Object.fromEntries(entries) as AuditEvent;
}
