import type { Entry } from "@squire/protocol";
import type { LogEntry } from "../log/read.ts";

export type BranchParts = {
  /** The rows of the view, and of the whole branch. */
  viewRows(): readonly number[];
  wholeRows(): readonly number[];
  load(rows: readonly number[]): readonly LogEntry[];
};

/**
 * The entries of the active branch that are in memory: those somebody has asked for, and from then on
 * those that follow them.
 */
export class ActiveBranch {
  readonly #parts: BranchParts;
  #view: Entry[] | null = null;
  #whole: Entry[] | null = null;
  #held = new Map<number, LogEntry>();

  constructor(parts: BranchParts) {
    this.#parts = parts;
  }

  held(row: number): LogEntry | undefined {
    return this.#held.get(row);
  }

  view(): readonly Entry[] {
    this.#view ??= this.#gather(this.#parts.viewRows());
    return this.#view;
  }

  whole(): readonly Entry[] {
    this.#whole ??= this.#gather(this.#parts.wholeRows());
    return this.#whole;
  }

  /** The branch has got longer by one entry. */
  grew(row: number, entry: LogEntry): void {
    if (this.#view !== null || this.#whole !== null) this.#held.set(row, entry);
    if (entry.kind === "unknown") return;
    this.#view?.push(entry.value);
    this.#whole?.push(entry.value);
    if (entry.value.type === "compaction") this.#view = null;
  }

  /** Another branch is the active one. */
  moved(): void {
    this.#view = null;
    this.#whole = null;
  }

  #gather(rows: readonly number[]): Entry[] {
    const entries = this.#parts.load(rows);
    // Without the whole branch only the view stays: a compaction lets go of what it replaces.
    if (this.#whole === null) this.#held = new Map();
    for (const [at, entry] of entries.entries()) this.#held.set(rows[at] ?? 0, entry);
    return entries.flatMap((entry) => (entry.kind === "known" ? [entry.value] : []));
  }
}
