import type { LogEntry } from "../log/read.ts";
import { memorySource } from "../table/entry-source.ts";
import { EntryTable } from "../table/entry-table.ts";
import { EntryTree } from "../tree/entry-tree.ts";
import type { GrowingTree } from "../tree/tree.ts";

/** A tree of the entries so far, in memory. */
export function buildTree(entries: Iterable<LogEntry> = []): GrowingTree {
  const tree = new EntryTree(new EntryTable(), memorySource());
  for (const entry of entries) tree.push(entry);
  return tree;
}
