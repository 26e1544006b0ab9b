import type { Disk } from "../disk.ts";
import { checkSeal, decodeLine } from "../log/line.ts";
import { LogError, storageError } from "../log/log-error.ts";
import { freer } from "../log/meter.ts";
import { migrate } from "../log/migrate.ts";
import type { LogEntry } from "../log/read.ts";
import type { SessionPorts } from "../ports.ts";
import type { EntrySource } from "./entry-source.ts";
import type { EntryTable } from "./entry-table.ts";

/** How much is read at once where entries lie close together, and how close that is. */
const WINDOW_BYTES = 256 * 1024;
const NEAR_BYTES = 8 * 1024;
/** The last few are kept: whoever looks at one often does so twice. */
const RECENT = 16;

export type FileSourceParts = {
  readonly disk: Disk;
  readonly path: string;
  readonly table: EntryTable;
  /** The version of lines that name none. */
  readonly version: () => number;
  readonly freeMemory?: SessionPorts["freeMemory"];
  /** Hears that the file does not hold what the table says. */
  readonly onChanged?: () => void;
};

/** Entries read from their log when they are wanted, and checked against their hash. */
export class FileSource implements EntrySource {
  readonly #parts: FileSourceParts;
  readonly #recent = new Map<number, LogEntry>();
  /** What was read last, and where it lies. Filled again and again: a long session is read through here. */
  #buffer = new Uint8Array(0);
  #window = { start: 0, end: 0 };

  readonly #free: (bytes: number) => void;

  constructor(parts: FileSourceParts) {
    this.#parts = parts;
    this.#free = freer(parts.freeMemory);
  }

  added(): void {}

  load(rows: readonly number[]): readonly LogEntry[] {
    return rows.map((row) => this.#recent.get(row) ?? this.#read(row));
  }

  #read(row: number): LogEntry {
    const { path, onChanged } = this.#parts;
    // What lies behind the last entry may have changed since the window was read.
    const entry = this.#decode(row, this.#bytes(row)) ?? this.#decode(row, this.#afresh(row));
    if (entry === null) {
      onChanged?.();
      throw changedLog(path);
    }
    this.#free(this.#parts.table.lengthOf(row));
    this.#recent.set(row, entry);
    for (const old of this.#recent.keys()) {
      if (this.#recent.size <= RECENT) break;
      this.#recent.delete(old);
    }
    return entry;
  }

  #bytes(row: number): Uint8Array {
    const { table } = this.#parts;
    const { start, end } = this.#window;
    const from = table.startOf(row);
    const to = from + table.lengthOf(row);
    if (from < start || to > end) return this.#afresh(row);
    return this.#buffer.subarray(from - start, to - start);
  }

  #afresh(row: number): Uint8Array {
    const { disk, path, table } = this.#parts;
    const [start, length] = [table.startOf(row), table.lengthOf(row)];
    const ahead = this.#isNear(start) ? WINDOW_BYTES : 0;
    const size = Math.max(length, ahead);
    // Used again, unless a long line has made it long.
    const isFit = this.#buffer.length >= size && this.#buffer.length <= WINDOW_BYTES;
    if (!isFit) this.#buffer = new Uint8Array(Math.max(length, WINDOW_BYTES));
    try {
      const count = disk.readNow(path, start, this.#buffer.subarray(0, size));
      this.#window = { start, end: start + count };
      return this.#buffer.subarray(0, Math.min(count, length));
    } catch (error) {
      throw storageError("read", path, error);
    }
  }

  /** Somebody is on the way through the log: what comes next will be wanted soon. */
  #isNear(start: number): boolean {
    const window = this.#window;
    return start >= window.start && start <= window.end + NEAR_BYTES;
  }

  /** Null when these are not the bytes of the row. */
  #decode(row: number, bytes: Uint8Array): LogEntry | null {
    const { table, version } = this.#parts;
    const seal = checkSeal(bytes);
    if (seal === null || !seal.holds || !table.hasHash(row, seal.stated)) return null;
    const decoded = decodeLine(bytes);
    if (decoded.kind === "problem") return null;
    const own = decoded.value["v"];
    const value = migrate(decoded.value, typeof own === "number" ? own : version());
    if (value["id"] !== table.idOf(row)) return null;
    const kind = table.kindOf(row) === "unknown" ? "unknown" : "known";
    // Its hash is that of a line which was checked against the schemas when it got its row.
    return { kind, value } as unknown as LogEntry;
  }
}

function changedLog(path: string): LogError {
  return new LogError("storage", `Another program changed ${path} behind its index.`, {
    advice: "Open the session again: it is then read anew from its start.",
  });
}
