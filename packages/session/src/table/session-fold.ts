import type { LogEntry } from "../log/read.ts";
import { EntryTree } from "../tree/entry-tree.ts";
import type { TreeState } from "../tree/entry-tree.ts";
import type { BranchFacts } from "../tree/facts.ts";
import { NO_SUMMARY, reduceSummary } from "../summary.ts";
import type { Summary } from "../summary.ts";
import type { EntrySource } from "./entry-source.ts";
import type { EntryTable, Span } from "./entry-table.ts";
import { FactMarks } from "./fact-marks.ts";
import type { FactMarksParts, Mark } from "./fact-marks.ts";

/** What was folded of a table's rows at an earlier time. */
export type Folded = {
  readonly tree: TreeState;
  readonly summary: Summary;
  /** At the leaf. */
  readonly facts: BranchFacts;
  readonly marks: readonly Mark[];
};

export type FoldParts = {
  readonly table: EntryTable;
  readonly source: EntrySource;
  readonly folded?: Folded | undefined;
  /** How far the marks of `FactMarks` lie apart. */
  readonly spacing?: number | undefined;
};

/** Everything that is kept of a log while it is open: its tree, the facts of its branches, its cost. */
export class SessionFold {
  readonly tree: EntryTree;
  readonly #table: EntryTable;
  readonly #marks: FactMarks;
  #summary: Summary;

  constructor({ table, source, folded, spacing }: FoldParts) {
    this.#table = table;
    this.tree = new EntryTree(table, source, folded?.tree, (row) => this.#marks.settle(row));
    const load: FactMarksParts["load"] = (rows) => this.tree.load(rows);
    this.#marks = new FactMarks({ table, load, ...(spacing === undefined ? {} : { spacing }) });
    this.#summary = folded?.summary ?? NO_SUMMARY;
    if (folded === undefined) return;
    this.#marks.restore(folded.marks);
    this.#marks.startAt(folded.tree.leaf, folded.facts);
  }

  get table(): EntryTable {
    this.settle();
    return this.#table;
  }

  get marks(): FactMarks {
    this.settle();
    return this.#marks;
  }

  /** Of the whole session, whatever branch it is on; without its header. */
  get summary(): Summary {
    return this.#summary;
  }

  add(entry: LogEntry, span?: Span): void {
    const row = this.tree.push(entry, span);
    this.#sum(entry);
    if (row !== null) this.#marks.add(row, entry);
  }

  /** As `add`, for an entry that this process has just made: its row may be made later. */
  grow(entry: LogEntry, span?: Span): void {
    const row = this.#marks.isAt(this.tree.leafRow) ? this.tree.grow(entry, span) : null;
    if (row === null) return this.add(entry, span);
    this.#marks.grow(row, entry);
    this.#sum(entry);
  }

  /** To be called when nothing else waits. */
  settle(): void {
    this.tree.settle();
  }

  /** Of the active branch. */
  facts(): BranchFacts {
    return this.#marks.at(this.tree.leafRow);
  }

  #sum(entry: LogEntry): void {
    if (entry.kind === "known") this.#summary = reduceSummary(this.#summary, entry.value);
  }
}
