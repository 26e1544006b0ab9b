import { NONE } from "../table/entry-table.ts";
import type { EntryTable } from "../table/entry-table.ts";

/** What the tree knows besides its rows. */
export type TreeFacts = {
  readonly table: EntryTable;
  /** The id that a compaction names as its first kept one. */
  firstKeptId(compaction: number): string;
  /** The id of the parent as the entry says it, which may not be there. */
  statedParent(row: number): string | null;
  /** What stands for an entry that is not there; undefined when nothing has to. */
  substituteOf(id: string): number | undefined;
};

/**
 * The rows of a branch that the view of the model is made of (CMP-4): from the first that the newest
 * compaction keeps, or all of them without one.
 */
export function viewPart(tree: TreeFacts, leaf: number): readonly number[] {
  const { table } = tree;
  const rows: number[] = [];
  let from = NONE;
  for (let row = leaf; row !== NONE; row = table.parentOf(row)) {
    rows.push(row);
    if (from === NONE && table.kindOf(row) === "compaction") from = firstKept(tree, row);
    if (row === from) break;
  }
  return rows.toReversed();
}

/** The compaction itself when what it names is not on its branch. */
function firstKept(tree: TreeFacts, compaction: number): number {
  const id = tree.firstKeptId(compaction);
  const found = [named(tree, id, compaction), orphanOf(tree, id, compaction)];
  const rows = found.filter((row) => row !== NONE);
  return rows.length === 0 ? compaction : Math.min(...rows);
}

/** The named entry; of one from a later version the entry behind it. */
function named({ table }: TreeFacts, id: string, compaction: number): number {
  const row = table.find(id);
  if (row === NONE || ancestorAt(table, compaction, table.depthOf(row)) !== row) return NONE;
  if (table.kindOf(row) !== "unknown") return row;
  return knownOnly(table, ancestorAt(table, compaction, table.depthOf(row) + 1));
}

/** When the line of that entry is lost, the one behind it still names it. */
function orphanOf(tree: TreeFacts, id: string, compaction: number): number {
  const { table } = tree;
  const substitute = tree.substituteOf(id);
  if (substitute === undefined) return NONE;
  const row = knownOnly(table, ancestorAt(table, compaction, table.depthOf(substitute) + 1));
  return row !== NONE && tree.statedParent(row) === id ? row : NONE;
}

function knownOnly(table: EntryTable, row: number): number {
  return row !== NONE && table.kindOf(row) !== "unknown" ? row : NONE;
}

/** The row itself or the one before it that lies so deep; none when it lies less deep. */
function ancestorAt(table: EntryTable, row: number, depth: number): number {
  if (table.depthOf(row) < depth) return NONE;
  let at = row;
  while (table.depthOf(at) > depth) at = table.parentOf(at);
  return at;
}
