import type { LogEntry } from "../log/read.ts";

/** Where a tree gets its entries from when somebody wants to see them. */
export type EntrySource = {
  /** Hears of each entry when it gets its row. */
  added(row: number, entry: LogEntry): void;
  /** The entries of some rows, in their order. Throws a `LogError` when one cannot be had. */
  load(rows: readonly number[]): readonly LogEntry[];
};

/** For a session that is kept nowhere else. */
export function memorySource(): EntrySource {
  const entries: LogEntry[] = [];
  return {
    added: (row, entry) => void (entries[row] = entry),
    load: (rows) => rows.flatMap((row) => entries[row] ?? []),
  };
}
