import type { Entry, EntryDraft } from "@squire/protocol";
import type { DiskFile } from "../disk.ts";
import type { SessionPorts } from "../ports.ts";
import { durabilityOf } from "./durability.ts";
import type { Lock } from "./lock.ts";
import type { Log } from "./log.ts";
import { LogError, storageError } from "./log-error.ts";
import { stampEntry } from "./stamp.ts";
import type { Head, Stamped } from "./stamp.ts";

export type WriterStart = {
  readonly path: string;
  readonly file: DiskFile;
  readonly lock: Lock;
  readonly size: number;
  readonly head: Head;
  /** Set when the file's header has an older version. */
  readonly version?: number;
  /** Called for each entry, with the length of its line, before its append resolves. */
  readonly onEntry?: (entry: Entry, bytes: number) => void;
  /** Called when everything that was appended so far is on the medium. */
  readonly onSync?: () => void;
};

type Pending = {
  /** Null asks for a sync alone. */
  readonly draft: EntryDraft | null;
  readonly id: string;
  readonly ts: number;
  /** Does not wait for a sync, whatever its kind. */
  readonly staged: boolean;
  resolve(entry: Entry | null): void;
  reject(error: LogError): void;
};

type StampedPending = { readonly pending: Pending; readonly done: Stamped | null };

export type WriterPorts = Pick<SessionPorts, "disk" | "ids" | "clock">;

export class LogWriter implements Log {
  readonly path: string;
  readonly #ports: WriterPorts;
  readonly #start: WriterStart;
  #file: DiskFile;
  #head: Head;
  /** The length that is known to be on the medium, and the bytes written behind it. */
  #synced: number;
  #unsynced: Uint8Array[] = [];
  /** After a failure nobody knows what is in the file behind `#synced`. */
  #doubtful = false;
  #queue: Pending[] = [];
  #draining = false;
  #writing = false;
  #closing: Promise<void> | null = null;

  constructor(ports: WriterPorts, start: WriterStart) {
    this.#ports = ports;
    this.#start = start;
    this.path = start.path;
    this.#file = start.file;
    this.#head = start.head;
    this.#synced = start.size;
  }

  async append<D extends EntryDraft>(draft: D): Promise<Entry<D["type"]>> {
    // The log stamps what it was given: the entry that comes back is of the draft's type.
    return (await this.#enqueue(draft)) as Entry<D["type"]>;
  }

  async stage<D extends EntryDraft>(draft: D): Promise<Entry<D["type"]>> {
    return (await this.#enqueue(draft, true)) as Entry<D["type"]>;
  }

  get isSynced(): boolean {
    const isIdle = this.#queue.length === 0 && !this.#writing;
    return isIdle && this.#unsynced.length === 0 && !this.#doubtful;
  }

  async flush(): Promise<void> {
    await this.#enqueue(null);
  }

  close(): Promise<void> {
    this.#closing ??= this.#shut(this.#enqueue(null));
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #shut(flushed: Promise<unknown>): Promise<void> {
    try {
      await flushed;
      await this.#file.close();
    } catch (error) {
      await this.#file.close().catch(() => undefined);
      throw storageError("finish", this.path, error);
    } finally {
      await this.#start.lock.release();
    }
  }

  #enqueue(draft: EntryDraft | null, staged = false): Promise<Entry | null> {
    if (this.#closing !== null) return Promise.reject(closed(this.path));
    const { ids, clock } = this.#ports;
    const stamp = { id: draft === null ? "" : ids(), ts: Math.max(0, Math.floor(clock.now())) };
    return new Promise((resolve, reject) => {
      this.#queue.push({ draft, ...stamp, staged, resolve, reject });
      if (!this.#draining) void this.#drain();
    });
  }

  /** Everything that was appended while the last batch was being written becomes the next one. */
  async #drain(): Promise<void> {
    this.#draining = true;
    try {
      await Promise.resolve();
      while (this.#queue.length > 0) await this.#commit(this.#queue.splice(0));
    } finally {
      this.#draining = false;
    }
  }

  async #commit(batch: readonly Pending[]): Promise<void> {
    const stamped = this.#stamp(batch);
    const entries = stamped.flatMap(({ done }) => (done === null ? [] : [done]));
    const sync = stamped.some(needsSync);
    this.#writing = true;
    try {
      await this.#start.lock.assertHeld();
      await this.#write(
        entries.map(({ bytes }) => bytes),
        sync,
      );
    } catch (error) {
      const failure = storageError("write to", this.path, error);
      // What waits was meant to stand behind what has just failed.
      const waiting = [...stamped.map(({ pending }) => pending), ...this.#queue.splice(0)];
      for (const pending of waiting) pending.reject(failure);
      return;
    } finally {
      this.#writing = false;
    }
    this.#head = entries.at(-1)?.head ?? this.#head;
    for (const { pending, done } of stamped) {
      if (done !== null) this.#tell(done);
      pending.resolve(done?.entry ?? null);
    }
    if (sync) this.#start.onSync?.();
  }

  /** It is written, whatever becomes of this: who asks for what could not be read then hears why. */
  #tell({ entry, bytes }: Stamped): void {
    try {
      this.#start.onEntry?.(entry, bytes.length);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
    }
  }

  /** Those that cannot be written are rejected one by one. */
  #stamp(batch: readonly Pending[]): readonly StampedPending[] {
    const { version } = this.#start;
    const stamped: StampedPending[] = [];
    let head = this.#head;
    for (const pending of batch) {
      if (pending.draft === null) {
        stamped.push({ pending, done: null });
        continue;
      }
      try {
        const stamp = version === undefined ? pending : { ...pending, version };
        const done = stampEntry(pending.draft, stamp, head);
        stamped.push({ pending, done });
        head = done.head;
      } catch (error) {
        pending.reject(storageError("write to", this.path, error));
      }
    }
    return stamped;
  }

  /** One write and at most one sync for the whole batch; all of it or nothing stays in the file. */
  async #write(lines: readonly Uint8Array[], sync: boolean): Promise<void> {
    const doubtful = this.#doubtful;
    if (doubtful) await this.#reopen();
    const pieces = doubtful ? [...this.#unsynced, ...lines] : lines;
    const length = this.#synced + (doubtful ? 0 : sizeOf(this.#unsynced));
    const dirty = this.#unsynced.length + lines.length > 0;
    try {
      if (pieces.length > 0) await this.#file.append(Buffer.concat(pieces));
      if (dirty && (sync || doubtful)) {
        await this.#file.fsync();
        this.#synced += sizeOf(this.#unsynced) + sizeOf(lines);
        this.#unsynced = [];
      } else this.#unsynced.push(...lines);
      this.#doubtful = false;
    } catch (error) {
      await this.#rollBack(length);
      throw error;
    }
  }

  /** Back to what is surely there. A sync that failed once may lie the next time: a new handle. */
  async #reopen(): Promise<void> {
    const { disk } = this.#ports;
    const { size } = await disk.stat(this.path);
    if (size < this.#synced) throw shrunken(this.path);
    const file = await disk.open(this.path, "a");
    await this.#file.close().catch(() => undefined);
    this.#file = file;
    await file.truncate(this.#synced);
  }

  /** Takes back what a failed write left. Where that fails too, the next write begins with it. */
  async #rollBack(length: number): Promise<void> {
    this.#doubtful = true;
    try {
      await this.#file.truncate(length);
    } catch {
      // The failure is told to whoever appended; `#reopen` cuts before the next write.
    }
  }
}

function needsSync({ pending, done }: StampedPending): boolean {
  return done === null || (!pending.staged && durabilityOf(done.entry.type) === "synced");
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function closed(path: string): LogError {
  return new LogError("storage", `The session is closed (${path}).`, {
    advice: "Open it again to go on.",
  });
}

function shrunken(path: string): LogError {
  return new LogError("storage", `Another program cut or replaced ${path}.`, {
    advice: "Open the session again; what is left of it is kept.",
  });
}
