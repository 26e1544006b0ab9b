import type { Entry, UnknownEntry } from "@squire/protocol";
import type { LogEntry } from "../log/read.ts";
import type { EntrySource } from "../table/entry-source.ts";
import { NONE, rowKind } from "../table/entry-table.ts";
import type { EntryTable, Span } from "../table/entry-table.ts";
import { ActiveBranch } from "./active-branch.ts";
import { ChildLists, pathTo } from "./child-lists.ts";
import type { GrowingTree, TreeProblem } from "./tree.ts";
import { viewPart } from "./view-part.ts";

const NO_SPAN: Span = { start: 0, length: 0 };

type KnownEntry = Extract<LogEntry, { kind: "known" }>;

/** An entry whose row is still to be made. */
type Late = { readonly entry: KnownEntry; readonly span: Span };

/** These say something about other entries. */
const REACHING: ReadonlySet<Entry["type"]> = new Set<Entry["type"]>([
  "leaf",
  "label",
  "compaction",
]);

/** What a tree knows besides its rows and their entries. */
export type TreeState = {
  readonly leaf: number;
  readonly last: number;
  readonly labels: readonly (readonly [string, string])[];
  readonly substitutes: readonly (readonly [string, number])[];
  readonly problems: readonly TreeProblem[];
};

/** A tree over the rows of a table; the entries come from a source when they are asked for. Rows may be made late. */
export class EntryTree implements GrowingTree {
  readonly problems: TreeProblem[];
  readonly #table: EntryTable;
  readonly #source: EntrySource;
  readonly #labels: Map<string, string>;
  /** Where the children of entries that are not there were attached. */
  readonly #substitutes: Map<string, number>;
  readonly #active: ActiveBranch;
  readonly #children: ChildLists;
  #kept: { readonly before: number; readonly entries: readonly Entry[] } | null = null;
  #onBranch: { readonly leaf: number; readonly rows: Uint8Array } | null = null;
  readonly #onRow: (row: number) => void;
  #leaf: number;
  #last: number;
  /** Undefined: to be looked up. */
  #leafId: string | null | undefined;
  #late: Late[] = [];

  /** `onRow` hears of a row that was made late. */
  constructor(
    table: EntryTable,
    source: EntrySource,
    state?: TreeState,
    onRow: (row: number) => void = () => {},
  ) {
    this.#onRow = onRow;
    this.#table = table;
    this.#source = source;
    this.problems = [...(state?.problems ?? [])];
    this.#labels = new Map(state?.labels);
    this.#substitutes = new Map(state?.substitutes);
    this.#leaf = state?.leaf ?? NONE;
    this.#last = state?.last ?? NONE;
    this.#children = new ChildLists(table);
    const parts = {
      viewRows: () => viewPart(this.#facts(), this.#settledLeaf()),
      wholeRows: () => [...pathTo(table, this.#settledLeaf())],
      load: (rows: readonly number[]) => this.load(rows),
    };
    this.#active = new ActiveBranch(parts);
  }

  /** Gives the row; null for an id that is there already. */
  push(entry: LogEntry, span: Span = NO_SPAN): number | null {
    this.settle();
    const { id, parentId, h } = entry.value;
    if (this.#table.find(id) !== NONE) {
      this.#report("duplicate", id, "is in the log twice; the first one counts");
      return null;
    }
    const parent = parentId === null ? NONE : this.#resolve(parentId, id);
    const { start, length } = span;
    const row = this.#table.add({ id, parent, start, length, h, kind: rowKind(entry) });
    this.#source.added(row, entry);
    this.#last = row;
    if (entry.kind === "known") this.#follow(entry, row);
    else this.#moveTo(row, entry);
    return row;
  }

  /**
   * Takes an entry that this process has just made and that goes on at the leaf: it is on the branch
   * at once, and gets its row when somebody looks for it or when `settle` is called, because that
   * takes longer than all the rest. Gives the row it will have; null for any other entry.
   */
  grow(entry: LogEntry, span: Span = NO_SPAN): number | null {
    if (entry.kind !== "known" || REACHING.has(entry.value.type)) return null;
    const { id, parentId } = entry.value;
    if (parentId === null || parentId !== this.leafId) return null;
    const row = this.#table.size + this.#late.length;
    this.#late.push({ entry, span });
    this.#active.grew(row, entry);
    this.#leafId = id;
    return row;
  }

  /** Makes the rows that are still to be made. */
  settle(): void {
    if (this.#late.length === 0) return;
    const late = this.#late;
    this.#late = [];
    for (const { entry, span } of late) {
      const [{ id, h }, { start, length }] = [entry.value, span];
      const parent = this.#leaf;
      const row = this.#table.add({ id, parent, start, length, h, kind: rowKind(entry) });
      this.#source.added(row, entry);
      this.#last = row;
      this.#leaf = row;
      this.#onRow(row);
    }
  }

  get leafId(): string | null {
    this.#leafId ??= this.#leaf === NONE ? null : this.#table.idOf(this.#leaf);
    return this.#leafId;
  }

  get leafRow(): number {
    return this.#late.length === 0 ? this.#leaf : this.size - 1;
  }

  get size(): number {
    return this.#table.size + this.#late.length;
  }

  state(): TreeState {
    this.settle();
    return {
      leaf: this.#leaf,
      last: this.#last,
      labels: [...this.#labels],
      substitutes: [...this.#substitutes],
      problems: this.problems,
    };
  }

  get(id: string): Entry | UnknownEntry | undefined {
    const row = this.#find(id);
    return row === NONE ? undefined : this.#entry(row)?.value;
  }

  parentOf(id: string): string | null {
    const row = this.#find(id);
    const parent = row === NONE ? NONE : this.#table.parentOf(row);
    return parent === NONE ? null : this.#table.idOf(parent);
  }

  childrenOf(id: string | null): readonly string[] {
    const row = id === null ? NONE : this.#find(id);
    if (row === NONE && id !== null) return [];
    return this.#children.of(row).map((child) => this.#table.idOf(child));
  }

  labelOf(id: string): string | null {
    return this.#labels.get(id) ?? null;
  }

  view(): readonly Entry[] {
    return this.#active.view();
  }

  /** How much of the log `view` would have to load. */
  viewBytes(): number {
    const rows = viewPart(this.#facts(), this.#settledLeaf());
    return rows.reduce((sum, row) => sum + this.#table.lengthOf(row), 0);
  }

  keepsakes(): readonly Entry[] {
    const [first = NONE] = viewPart(this.#facts(), this.#settledLeaf());
    const before = first === NONE ? NONE : this.#table.parentOf(first);
    // The way to an entry never changes, and in a long session to read it takes a while.
    if (this.#kept?.before !== before) {
      const rows = pathTo(this.#table, before).filter((row) =>
        ["asked", "todo", "plan"].includes(this.#table.kindOf(row)),
      );
      this.#kept = { before, entries: this.load([...rows]).flatMap(known) };
    }
    return this.#kept.entries;
  }

  branch(leafId: string | null = this.leafId): readonly Entry[] {
    if (leafId === this.leafId) return this.#active.whole();
    return this.path(leafId).flatMap(known);
  }

  path(leafId: string | null = this.leafId): readonly LogEntry[] {
    return this.load([...this.#rowsTo(leafId)]);
  }

  /** One at a time: the source reads ahead, and what was seen can be let go of. */
  *entries(leafId: string | null = this.leafId): Iterable<LogEntry> {
    for (const row of this.#rowsTo(leafId)) yield* this.load([row]);
  }

  isActive(id: string): boolean {
    const row = this.#find(id);
    if (this.#onBranch?.leaf !== this.#leaf) {
      const rows = new Uint8Array(this.#table.size);
      for (const one of pathTo(this.#table, this.#leaf)) rows[one] = 1;
      this.#onBranch = { leaf: this.#leaf, rows };
    }
    return this.#onBranch.rows[row] === 1;
  }

  commonAncestor(a: string, b: string): string | null {
    const table = this.#table;
    let [one, other] = [this.#find(a), this.#find(b)];
    while (one !== other) {
      if (one === NONE || other === NONE) return null;
      if (table.depthOf(one) >= table.depthOf(other)) one = table.parentOf(one);
      else other = table.parentOf(other);
    }
    return one === NONE ? null : table.idOf(one);
  }

  /** The entries of rows, those in memory as they are. */
  load(rows: readonly number[]): readonly LogEntry[] {
    const missing = rows.filter((row) => this.#active.held(row) === undefined);
    const loaded = this.#source.load(missing).values();
    return rows.flatMap((row) => this.#active.held(row) ?? loaded.next().value ?? []);
  }

  #entry(row: number): LogEntry | undefined {
    return this.load([row])[0];
  }

  #rowsTo(leafId: string | null): Uint32Array {
    const row = leafId === null ? NONE : this.#find(leafId);
    return pathTo(this.#table, row);
  }

  #find(id: string): number {
    this.settle();
    return this.#table.find(id);
  }

  #settledLeaf(): number {
    this.settle();
    return this.#leaf;
  }

  #facts(): Parameters<typeof viewPart>[0] {
    return {
      table: this.#table,
      firstKeptId: (row) => {
        const entry = this.#entry(row);
        const isIt = entry?.kind === "known" && entry.value.type === "compaction";
        return isIt ? entry.value.firstKeptId : "";
      },
      statedParent: (row) => this.#entry(row)?.value.parentId ?? null,
      substituteOf: (id) => this.#substitutes.get(id),
    };
  }

  /** The row of an id, or what stands for it when its line is lost: the entry before its child. */
  #resolve(id: string, childId: string): number {
    const found = this.#table.find(id);
    if (found !== NONE) return found;
    const substitute = this.#substitutes.get(id) ?? this.#last;
    this.#substitutes.set(id, substitute);
    const place = substitute === NONE ? "made a root" : "attached to the entry before it";
    this.#report("orphan", childId, `follows ${id}, which is not there; it was ${place}`);
    return substitute;
  }

  #follow(entry: KnownEntry, row: number): void {
    const { value } = entry;
    if (value.type === "label") {
      if (value.label === null) this.#labels.delete(value.targetId);
      else this.#labels.set(value.targetId, value.label);
    }
    if (value.type !== "leaf") return this.#moveTo(row, entry);
    if (value.targetId === null) return this.#jumpTo(NONE);
    const found = this.#table.find(value.targetId);
    const target = found === NONE ? this.#substitutes.get(value.targetId) : found;
    if (target !== undefined) this.#jumpTo(target);
    else this.#report("lost_target", value.id, `leads to ${value.targetId}, which is not there`);
  }

  #moveTo(row: number, entry: LogEntry): void {
    if (this.#table.parentOf(row) === this.#leaf) this.#active.grew(row, entry);
    else this.#active.moved();
    this.#leaf = row;
    this.#leafId = entry.value.id;
  }

  #jumpTo(row: number): void {
    this.#active.moved();
    this.#leaf = row;
    this.#leafId = undefined;
  }

  #report(code: TreeProblem["code"], entryId: string, message: string): void {
    this.problems.push({ code, entryId, message: `Entry ${entryId} ${message}.` });
  }
}

function known(entry: LogEntry): readonly Entry[] {
  return entry.kind === "known" ? [entry.value] : [];
}
