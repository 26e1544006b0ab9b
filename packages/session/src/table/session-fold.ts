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
  readonly table: EntryTable;
  readonly tree: EntryTree;
  readonly marks: FactMarks;
  #summary: Summary;

  constructor({ table, source, folded, spacing }: FoldParts) {
    this.table = table;
    this.tree = new EntryTree(table, source, folded?.tree);
    const load: FactMarksParts["load"] = (rows) => this.tree.load(rows);
    this.marks = new FactMarks({ table, load, ...(spacing === undefined ? {} : { spacing }) });
    this.#summary = folded?.summary ?? NO_SUMMARY;
    if (folded === undefined) return;
    this.marks.restore(folded.marks);
    this.marks.startAt(folded.tree.leaf, folded.facts);
  }

  /** Of the whole session, whatever branch it is on; without its header. */
  get summary(): Summary {
    return this.#summary;
  }

  add(entry: LogEntry, span?: Span): void {
    const row = this.tree.push(entry, span);
    if (row !== null) this.marks.add(row, entry);
    if (entry.kind === "known") this.#summary = reduceSummary(this.#summary, entry.value);
  }

  /** Of the active branch. */
  facts(): BranchFacts {
    return this.marks.at(this.tree.leafRow);
  }
}
