import type { Terminal } from "@xterm/headless";
import { screenRows } from "./face-terminal.ts";

type Snapshot = { readonly from: number; readonly rows: readonly string[] };

/**
 * Counts rows that stood finished above the live region and were changed afterwards. A row is
 * finished when it and all above it are as they are in the end; between two sizes of the terminal
 * the number of such rows only grows, unless something was erased.
 */
export class FinishedRows {
  touched = 0;
  #snapshots: Snapshot[] = [];

  readonly look = (terminal: Terminal): void => {
    this.#snapshots.push({ from: terminal.buffer.active.baseY, rows: screenRows(terminal) });
  };

  /** Before the size changes, and at the end. */
  settle(terminal: Terminal): void {
    const { active } = terminal.buffer;
    const final = Array.from({ length: active.length }, (_, row) =>
      (active.getLine(row)?.translateToString(true) ?? "").trimEnd(),
    );
    let finished = 0;
    for (const { from, rows } of this.#snapshots) {
      let now = Math.max(finished, from);
      // Rows that were finished before must still be.
      for (let row = Math.max(from, 0); row < finished && row - from < rows.length; row++) {
        if (rows[row - from] !== final[row]) this.touched += 1;
      }
      const end = from + livesFrom(rows);
      while (now < end && rows[now - from] === final[now]) now += 1;
      finished = Math.max(finished, now);
    }
    this.#snapshots = [];
  }
}

/** The line that moves and the prompt below it are never finished. */
function livesFrom(rows: readonly string[]): number {
  const working = rows.findIndex((row) => row.includes("esc to stop"));
  return working >= 0 ? working : rows.findLastIndex((row) => row.startsWith("▸ "));
}
