import { ifThere } from "../disk.ts";
import type { DiskFile } from "../disk.ts";
import { decodeRecord, encodeRecord } from "./lock-record.ts";
import type { LockRecord } from "./lock-record.ts";
import { LogError } from "./log-error.ts";
import { isStale, takeLock } from "./take-lock.ts";
import type { LockPorts } from "./take-lock.ts";

export const BEAT_MS = 5000;
/** How often a lock is tried to be removed from a disk that refuses, at the pace of the beat. */
const REMOVE_TRIES = 60;

/** The right to write to a log (GEN-12). */
export type Lock = {
  /** Rejects with `locked` when somebody else has taken over. Cheap unless this process slept. */
  assertHeld(): Promise<void>;
  /** Stops the beat and removes the file. Never rejects: what the disk refuses is tried again. */
  release(): Promise<void>;
};

/**
 * Takes the lock at once or rejects with `locked`, naming the owner. A lock whose owner is dead is
 * taken over; one whose owner cannot be asked (another machine) when its beat is 20 s old.
 */
export async function acquireLock(ports: LockPorts, path: string): Promise<Lock> {
  const { record, file } = await takeLock(ports, path);
  return new HeldLock(ports, path, record, file);
}

/** Whether a live process holds the lock. */
export async function isLocked(ports: LockPorts, path: string): Promise<boolean> {
  const bytes = await ifThere(ports.disk.readFile(path));
  const record = bytes === null ? null : decodeRecord(bytes);
  return record !== null && !isStale(ports, record);
}

class HeldLock implements Lock {
  readonly #ports: LockPorts;
  readonly #path: string;
  readonly #file: DiskFile;
  #record: LockRecord;
  #timer: { cancel(): void };
  #beating: Promise<void> = Promise.resolve();
  #lost: LogError | null = null;
  #released = false;

  constructor(ports: LockPorts, path: string, record: LockRecord, file: DiskFile) {
    this.#ports = ports;
    this.#path = path;
    this.#record = record;
    this.#file = file;
    this.#timer = this.#schedule();
  }

  async assertHeld(): Promise<void> {
    // A process that was stopped or asleep cannot know what happened meanwhile.
    const silence = Math.abs(this.#ports.clock.now() - this.#record.beat);
    if (silence > 2 * BEAT_MS && this.#lost === null) await this.#beat();
    if (this.#lost !== null) throw this.#lost;
  }

  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    this.#timer.cancel();
    await this.#beating;
    await this.#file.close().catch(() => undefined);
    if (!(await this.#remove())) this.#removeLater(REMOVE_TRIES);
  }

  /** False when the disk refuses, also the second time. */
  async #remove(): Promise<boolean> {
    for (let tries = 1; tries <= 2; tries++) {
      const holder = await this.#holder();
      if (holder !== undefined && holder?.token !== this.#record.token) return true;
      try {
        await ifThere(this.#ports.disk.unlink(this.#path));
        return true;
      } catch {
        // Once more, now or later: while this process lives nobody else would dare to remove it.
      }
    }
    return false;
  }

  #removeLater(tries: number): void {
    if (tries === 0) return;
    this.#ports.clock.timer(BEAT_MS, () => {
      void this.#remove().then((gone) => gone || this.#removeLater(tries - 1));
    });
  }

  #schedule(): { cancel(): void } {
    return this.#ports.clock.timer(BEAT_MS, () => {
      this.#beating = this.#beat().finally(() => {
        if (!this.#released) this.#timer = this.#schedule();
      });
    });
  }

  /** Shows that the owner lives, or notices that the lock is not its own any more. Never rejects. */
  async #beat(): Promise<void> {
    const holder = await this.#holder();
    if (holder === undefined || this.#released) return;
    if (holder?.token !== this.#record.token) {
      this.#lost = lostLock(this.#path, holder);
      return;
    }
    const record = { ...this.#record, beat: this.#ports.clock.now() };
    const bytes = encodeRecord(record);
    try {
      await this.#file.write(bytes, 0);
      this.#record = record;
    } catch {
      // A full disk stops the beat, not the owner: nobody takes a lock from a living process.
    }
  }

  /** Undefined when the disk does not say. */
  async #holder(): Promise<LockRecord | null | undefined> {
    try {
      const bytes = await ifThere(this.#ports.disk.readFile(this.#path));
      return bytes === null ? null : decodeRecord(bytes);
    } catch {
      return undefined;
    }
  }
}

function lostLock(path: string, holder: LockRecord | null): LogError {
  const by = holder === null ? "was removed" : `now belongs to process ${holder.owner.pid}`;
  return new LogError("locked", `The lock of this session ${by} (${path}).`, {
    advice: "Open the session again; what was acknowledged is in its log.",
    ...(holder === null ? {} : { pid: holder.owner.pid }),
  });
}
