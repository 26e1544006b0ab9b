import type { LogEntry } from "../log/read.ts";
import { NO_FACTS, reduceFacts } from "../tree/facts.ts";
import type { BranchFacts } from "../tree/facts.ts";
import { Column } from "./column.ts";
import { NONE } from "./entry-table.ts";
import type { EntryTable } from "./entry-table.ts";

/** How many entries at most are read to know the facts of any branch. */
const SPACING = 1024;
const AT_ONCE = 256;

export type FactMarksParts = {
  readonly table: EntryTable;
  readonly load: (rows: readonly number[]) => readonly LogEntry[];
  readonly spacing?: number;
};

export type Mark = readonly [row: number, facts: BranchFacts];

/**
 * The facts of any branch. Those of the branch that grows follow it; marks along the tree keep other
 * branches from being folded from their root.
 */
export class FactMarks {
  readonly #table: EntryTable;
  readonly #load: FactMarksParts["load"];
  readonly #spacing: number;
  readonly #marks = new Map<number, BranchFacts>();
  readonly #fresh: Mark[] = [];
  /** How many entries lie between a row and the last mark before it. */
  readonly #distances = new Column((length) => new Uint32Array(length));
  #row = NONE;
  #facts = NO_FACTS;
  /** Rows that the table is still to get: not looked at yet, and then the facts before each of them. */
  #unread: { readonly row: number; readonly entry: LogEntry }[] = [];
  #ahead: BranchFacts[] = [];

  constructor({ table, load, spacing = SPACING }: FactMarksParts) {
    this.#table = table;
    this.#load = load;
    this.#spacing = spacing;
  }

  /** To be told of each row that the table gets, in order. */
  add(row: number, entry: LogEntry): void {
    const parent = this.#table.parentOf(row);
    this.#measure(parent, () => this.at(parent));
    if (parent === this.#row) this.#move(row, step(this.#facts, entry));
  }

  /**
   * Or of one that the table will get, right behind the row this `isAt`; it is told again when that has
   * happened. What it says is read when somebody asks.
   */
  grow(row: number, entry: LogEntry): void {
    this.#unread.push({ row, entry });
  }

  /** Whether the facts of the branch that ends in a row are at hand: nothing has to be loaded for them. */
  isAt(row: number): boolean {
    return (this.#unread.at(-1)?.row ?? this.#row) === row;
  }

  settle(row: number): void {
    this.#read();
    const before = this.#ahead.shift();
    if (before !== undefined) this.#measure(this.#table.parentOf(row), () => before);
  }

  /** The facts of the branch that ends in a row. */
  at(row: number): BranchFacts {
    this.#read();
    const path: number[] = [];
    let from = row;
    while (from !== NONE && from !== this.#row && !this.#marks.has(from)) {
      path.push(from);
      from = this.#table.parentOf(from);
    }
    let facts = from === this.#row ? this.#facts : (this.#marks.get(from) ?? NO_FACTS);
    path.reverse();
    for (let at = 0; at < path.length; at += AT_ONCE) {
      facts = this.#load(path.slice(at, at + AT_ONCE)).reduce(step, facts);
    }
    this.#move(row, facts);
    return facts;
  }

  marks(): readonly Mark[] {
    return [...this.#marks];
  }

  /** Those that are new since it was last asked. */
  takeFresh(): readonly Mark[] {
    return this.#fresh.splice(0);
  }

  /** For a table that has come with its rows. */
  restore(marks: readonly Mark[]): void {
    for (const [row, facts] of marks) this.#marks.set(row, facts);
    for (let row = this.#distances.length; row < this.#table.size; row++) {
      const isMarked = this.#marks.has(row);
      this.#distances.push(isMarked ? 0 : this.#distanceOf(this.#table.parentOf(row)) + 1);
    }
  }

  /** Facts that are known from elsewhere. */
  startAt(row: number, facts: BranchFacts): void {
    this.#move(row, facts);
  }

  #read(): void {
    if (this.#unread.length === 0) return;
    const unread = this.#unread;
    this.#unread = [];
    for (const { row, entry } of unread) {
      this.#ahead.push(this.#facts);
      this.#move(row, step(this.#facts, entry));
    }
  }

  /** Of the parent and not of the row: many may follow the same one. */
  #measure(parent: number, factsOf: () => BranchFacts): void {
    const isDue = this.#distanceOf(parent) >= this.#spacing;
    // First, since the facts may have to be loaded, which may fail: each row has its distance.
    this.#distances.push(isDue ? 1 : this.#distanceOf(parent) + 1);
    if (isDue) this.#mark(parent, factsOf());
  }

  #mark(row: number, facts: BranchFacts): void {
    this.#marks.set(row, facts);
    this.#fresh.push([row, facts]);
    this.#distances.set(row, 0);
  }

  #move(row: number, facts: BranchFacts): void {
    this.#row = row;
    this.#facts = facts;
  }

  #distanceOf(row: number): number {
    return row === NONE ? 0 : this.#distances.at(row);
  }
}

function step(facts: BranchFacts, entry: LogEntry): BranchFacts {
  return entry.kind === "known" ? reduceFacts(facts, entry.value) : facts;
}
