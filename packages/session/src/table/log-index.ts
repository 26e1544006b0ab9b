import { SESSION_VERSION } from "@squire/protocol/values";
import type { Disk } from "../disk.ts";
import { LogError } from "../log/log-error.ts";
import type { ReadFrom } from "../log/read.ts";
import type { EntryPlace, KnownPart, Scan } from "../log/scan.ts";
import type { SessionPorts } from "../ports.ts";
import { factsFrom } from "../tree/facts.ts";
import { FileSource } from "./file-source.ts";
import { EntryTable } from "./entry-table.ts";
import { fitsLog, LEAST_BYTES, logIndexPath } from "./fits-log.ts";
import { readIndexFile } from "./read-index.ts";
import type { ReadIndex } from "./read-index.ts";
import { SessionFold } from "./session-fold.ts";
import type { Folded } from "./session-fold.ts";
import { writeCheckpoint } from "./write-index.ts";
import type { IndexFile } from "./write-index.ts";

const DUE_BYTES = 8 * 1024 * 1024;
/** A view up to this size is loaded at once, which shows whether the log still holds what it should. */
const MOST_LOADED = 32 * 1024 * 1024;

type IndexPorts = Pick<SessionPorts, "disk" | "freeMemory">;

export type LogIndexOptions = {
  /** The size from which a log has an index. */
  readonly from?: number;
  /** How much may be new before the index is brought up to date while the log is open. */
  readonly due?: number;
  /** How far the marks of `FactMarks` lie apart. */
  readonly spacing?: number;
};

/** Keeps the index of one log. Nothing here ever rejects: without an index the log is read instead. */
export class LogIndex {
  readonly #ports: IndexPorts;
  readonly #disk: Disk;
  readonly #path: string;
  readonly #options: LogIndexOptions;
  #file: IndexFile | null = null;
  #scan: Pick<Scan, "header" | "problems"> | null = null;
  /** Where the log ends with the last entry; null when it cannot be gone on from there. */
  #place: ReadFrom | null = null;
  #savedUpTo = 0;
  #isWrong = false;
  #hasFailed = false;
  #version: number = SESSION_VERSION;

  constructor(ports: IndexPorts, path: string, options: LogIndexOptions = {}) {
    this.#ports = ports;
    this.#disk = ports.disk;
    this.#path = path;
    this.#options = options;
  }

  /** A fold that has seen nothing yet. */
  emptyFold(): SessionFold {
    return this.#fold(new EntryTable());
  }

  /** The version of lines that name none. */
  version(version: number): void {
    this.#version = version;
  }

  /** What the index knows of the log, if it is of this log and can be believed. */
  async load(): Promise<{ readonly known: KnownPart; readonly fold: SessionFold } | null> {
    try {
      const now = await this.#disk.stat(this.#path);
      if (now.size < this.#least) return null;
      const read = await readIndexFile(this.#disk, logIndexPath(this.#path));
      if (read === null || !fitsLog(this.#disk, this.#path, read.last, now)) return null;
      return this.#restored(read);
    } catch {
      // Whatever is wrong with it: the log is the truth.
      return null;
    }
  }

  /** All old entries were seen. */
  scanned({ header, problems, place, tail }: Scan): void {
    // What stands behind the tail is cut when the log is opened, and its problems with it. A last
    // line without an end gets one, and may then have another problem: that is for the next opening.
    const kept = problems.filter(({ offset }) => offset < tail.end);
    this.#scan = tail.open ? null : { header, problems: kept };
    this.#place = place;
  }

  /** An entry was appended. */
  appended({ end, line }: EntryPlace, h: string): void {
    this.#place = { offset: end, line: line + 1, h, version: this.#version };
  }

  /** Whether so much is new that a crash should not cost it. */
  get isDue(): boolean {
    const { due = DUE_BYTES } = this.#options;
    return !this.#hasFailed && (this.#place?.offset ?? 0) - this.#savedUpTo >= due;
  }

  get #least(): number {
    return this.#options.from ?? LEAST_BYTES;
  }

  /** Brings the file up to the last entry. `alone`: nobody else writes it, so it can be gone on with. */
  async save(fold: SessionFold, { alone }: { readonly alone: boolean }): Promise<void> {
    try {
      const place = this.#place;
      if (place === null || this.#scan === null || this.#isWrong) return;
      if (place.offset < this.#least || place.offset === this.#savedUpTo) return;
      const { header, problems } = this.#scan;
      const { size, mtimeMs } = await this.#disk.stat(this.#path);
      const earlier = problems.filter(({ offset }) => offset < place.offset);
      const log = { place, size, mtimeMs, header, problems: earlier };
      const path = logIndexPath(this.#path);
      const file = alone ? this.#file : null;
      this.#file = await writeCheckpoint(this.#disk, { path, fold, log, file });
      this.#savedUpTo = place.offset;
    } catch {
      // A full or read-only disk makes the next opening slower, not wrong.
      this.#file = null;
      this.#hasFailed = true;
    }
  }

  #restored({ table, last, marks, ...read }: ReadIndex) {
    const { place, header, problems, tree, summary } = last;
    this.#version = place.version;
    const fold = this.#fold(table, {
      tree,
      summary,
      facts: factsFrom(last.facts),
      marks: marks.map(([row, facts]) => [row, factsFrom(facts)] as const),
    });
    if (!this.#holds(fold)) return null;
    this.#file = { ...read, rows: table.size };
    this.#savedUpTo = place.offset;
    return { known: { from: place, header, problems }, fold };
  }

  /** Loads what the next step needs anyway; false when the log says otherwise. */
  #holds({ tree }: SessionFold): boolean {
    if (tree.viewBytes() > MOST_LOADED) return true;
    try {
      tree.view();
      return true;
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      // The log is read anew now, and gets another index.
      this.#isWrong = false;
      return false;
    }
  }

  /** Also the next opening must not believe it. */
  #distrust(): void {
    this.#isWrong = true;
    void this.#disk.unlink(logIndexPath(this.#path)).catch(() => undefined);
  }

  #fold(table: EntryTable, folded?: Folded): SessionFold {
    const source = new FileSource({
      ...this.#ports,
      path: this.#path,
      table,
      version: () => this.#version,
      onChanged: () => this.#distrust(),
    });
    return new SessionFold({ table, source, folded, spacing: this.#options.spacing });
  }
}
