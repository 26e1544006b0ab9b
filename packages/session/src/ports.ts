import type { Disk } from "./disk.ts";
import type { ProcessTable } from "./log/process-table.ts";

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  timer(ms: number, fire: () => void): { cancel(): void };
};

export type ReadProgress = {
  readonly path: string;
  readonly bytesDone: number;
  readonly bytes: number;
};

/** The seams of this package: everything that is not pure comes in through here. */
export type SessionPorts = {
  readonly disk: Disk;
  readonly clock: Clock;
  /** A new id at each call: letters, digits, `_` and `-`, never the same twice. */
  readonly ids: () => string;
  readonly processes: ProcessTable;
  /** Hears how far the reading of a large log is; the last time when it is done. */
  readonly progress?: (progress: ReadProgress) => void;
  /** Frees what is not used any more; called after much was read. */
  readonly freeMemory?: () => void;
};
