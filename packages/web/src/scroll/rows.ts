import type { Item, View } from "@squire/client";
import type { Citation } from "@squire/protocol";

/** The rows of a transcript: what was read from before, what is finished, what goes on. */
export type Rows = {
  readonly length: number;
  /** Rows before this one never change. */
  readonly settled: number;
  readonly at: (index: number) => Item | undefined;
};

export function rowsOf(older: readonly Item[], view: View): Rows {
  const { items, live } = view;
  const settled = older.length + items.length;
  return {
    length: settled + live.length,
    settled,
    at: (index) => {
      if (index < older.length) return older[index];
      return index < settled ? items.at(index - older.length) : live[index - settled];
    },
  };
}

/** How high a row will be, before anybody has seen it. */
export function guessHeight(item: Item | undefined): number {
  switch (item?.kind) {
    case "user":
      return 56 + Math.floor(item.text.length / 70) * 22;
    case "text":
      return 32 + Math.ceil(item.text.length / 75) * 23;
    case "citations":
      return 12 + item.citations.length * 28;
    default:
      return 31;
  }
}

const NONE: readonly Citation[] = [];

/** The sources of each turn that has some, found again as the rows grow. */
export class CitationIndex {
  #byRun = new Map<string, readonly Citation[]>();
  #read = 0;
  #rows: Rows | null = null;

  /** `isNew`: the rows were begun anew. */
  update(rows: Rows, isNew: boolean): void {
    if (isNew) {
      this.#byRun = new Map();
      this.#read = 0;
    }
    this.#rows = rows;
    for (let at = Math.min(this.#read, rows.settled); at < rows.length; at++) {
      const item = rows.at(at);
      if (item?.kind === "citations" && item.runId !== null) {
        this.#byRun.set(item.runId, item.citations);
      }
    }
    this.#read = rows.settled;
  }

  of(item: Item): readonly Citation[] {
    return this.#rows === null || item.runId === null
      ? NONE
      : (this.#byRun.get(item.runId) ?? NONE);
  }
}
