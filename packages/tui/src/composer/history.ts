/** Prompts that were sent before, oldest first, and where we are in them. */
export type History = {
  readonly entries: readonly string[];
  /** Null: at the prompt that is being written. */
  readonly at: number | null;
  /** What was being written when we went back. */
  readonly draft: string;
};

export type HistorySearch = { readonly query: string; readonly at: number | null };

const KEPT = 1000;

export function historyOf(entries: readonly string[]): History {
  return { entries: entries.slice(-KEPT), at: null, draft: "" };
}

/** A prompt was sent. The same one twice in a row is kept once. */
export function remember(history: History, text: string): History {
  const entries =
    text.trim() === "" || history.entries.at(-1) === text
      ? history.entries
      : [...history.entries, text].slice(-KEPT);
  return { entries, at: null, draft: "" };
}

/** The prompt before the present one; null when there is none. */
export function older(
  history: History,
  present: string,
): { history: History; text: string } | null {
  const at = (history.at ?? history.entries.length) - 1;
  const text = history.entries[at];
  if (text === undefined) return null;
  return {
    history: { ...history, at, draft: history.at === null ? present : history.draft },
    text,
  };
}

/** The prompt after the present one, at last the draft; null when we are there. */
export function newer(history: History): { history: History; text: string } | null {
  if (history.at === null) return null;
  const at = history.at + 1;
  const text = history.entries[at];
  if (text === undefined) return { history: { ...history, at: null }, text: history.draft };
  return { history: { ...history, at }, text };
}

/** The newest prompt before `from` that contains all words of the query; null: none. */
export function searchBack(history: History, query: string, from: number): number | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  for (let at = Math.min(from, history.entries.length) - 1; at >= 0; at--) {
    const entry = history.entries[at]?.toLowerCase() ?? "";
    if (words.every((word) => entry.includes(word))) return at;
  }
  return null;
}
