import type { LogObserver } from "./log/open.ts";
import type { LogEntry } from "./log/read.ts";
import type { EntryPlace, KnownPart, Scan } from "./log/scan.ts";
import { memorySource } from "./table/entry-source.ts";
import { EntryTable } from "./table/entry-table.ts";
import type { LogIndex } from "./table/log-index.ts";
import { SessionFold } from "./table/session-fold.ts";
import type { BranchFacts } from "./tree/facts.ts";
import type { Tree } from "./tree/tree.ts";
import { addUsage, NO_TOTALS } from "./tree/usage.ts";
import type { UsageTotals } from "./tree/usage.ts";

/** The entries of a session as they come in, old and new; those of a log with the help of its index. */
export class SessionView implements LogObserver {
  readonly #index: LogIndex | null;
  #fold: SessionFold;
  #run: UsageTotals = NO_TOTALS;
  #isNew = false;
  #wasScanned = false;

  /** Without an index everything stays in memory. */
  constructor(index: LogIndex | null = null) {
    this.#index = index;
    this.#fold =
      index?.emptyFold() ?? new SessionFold({ table: new EntryTable(), source: memorySource() });
  }

  get tree(): Tree {
    return this.#fold.tree;
  }

  /** Whether it was brought in from elsewhere; also on a branch that does not say so. */
  get imported(): boolean {
    return this.#fold.summary.imported;
  }

  async known(): Promise<KnownPart | null> {
    const loaded = (await this.#index?.load()) ?? null;
    if (loaded !== null) this.#fold = loaded.fold;
    return loaded?.known ?? null;
  }

  version(version: number): void {
    this.#index?.version(version);
  }

  entry(entry: LogEntry, place?: EntryPlace): void {
    if (this.#wasScanned && place !== undefined) {
      this.#fold.grow(entry, place);
      this.#index?.appended(place, entry.value.h);
    } else this.#fold.add(entry, place);
    if (!this.#isNew || entry.kind !== "known" || entry.value.type !== "usage") return;
    this.#run = addUsage(this.#run, entry.value);
  }

  settle(): void {
    this.#fold.settle();
  }

  leafId(): string | null {
    return this.tree.leafId;
  }

  scanned(scan: Scan): void {
    this.#index?.scanned(scan);
    this.#wasScanned = true;
  }

  /** From now on entries belong to this run. */
  startRun(): void {
    this.#isNew = true;
  }

  /** What the active branch says. */
  facts(): BranchFacts {
    return this.#fold.facts();
  }

  usage(): { readonly run: UsageTotals; readonly session: UsageTotals } {
    return { run: this.#run, session: this.#fold.summary.usage };
  }

  /** A turn has ended. */
  async flushed(): Promise<void> {
    if (this.#index?.isDue) await this.#index.save(this.#fold, { alone: true });
  }

  async closing(): Promise<void> {
    await this.#index?.save(this.#fold, { alone: true });
  }

  /** As `closing`, for somebody who holds no lock. */
  async keepIndex(): Promise<void> {
    await this.#index?.save(this.#fold, { alone: false });
  }
}
