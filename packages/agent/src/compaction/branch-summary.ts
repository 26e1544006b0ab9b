import type { Entry, EntryDraft, ModelFailure } from "@squire/protocol";
import { capResult } from "../tokens/cap-result.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { askSummarisers } from "./ask-summarisers.ts";
import type { AskOptions } from "./ask-summarisers.ts";
import { branchViewer } from "./branch-view.ts";
import type { BranchView } from "./branch-view.ts";
import { extractSummary } from "./extract.ts";
import { collectFiles, fileTags, NO_FILES } from "./files.ts";
import { summaryRequest } from "./summary-request.ts";
import { summaryDetails } from "./summary-text.ts";

export type BranchSummaryInput = AskOptions & {
  /** What is left behind: `leftBehind(old, target)`. */
  readonly entries: readonly Entry[];
  readonly counter: TokenCounter;
  readonly ratio: number;
  /** Of the model that will read the summary; 0 = unknown. */
  readonly window: number;
  /** `branch_summary.reserve_tokens`. */
  readonly reserveTokens: number;
  readonly instructions?: string;
};

export type BranchSummaryOutcome =
  | {
      readonly type: "summarised";
      /** To be appended at the place that was navigated to. */
      readonly draft: EntryDraft<"branch_summary">;
      readonly by: string | null;
      readonly failures: readonly ModelFailure[];
    }
  | { readonly type: "nothing" }
  /** The leaf must not move (CMP-13). */
  | { readonly type: "cancelled" };

const USUAL_WINDOW = 64_000;
/** More tokens than this are cut from the notes. */
export const MOST_BRANCH_NOTES = 4_000;

/** The entries of one branch that are not on another, from where they part to the leaf (CMP-12). */
export function leftBehind(old: readonly Entry[], target: readonly Entry[]): readonly Entry[] {
  const there = new Set(target.map(({ id }) => id));
  const common = old.findLastIndex(({ id }) => there.has(id));
  return old.slice(common + 1);
}

/** What a branch did that is being left. Appends nothing itself. */
export async function summariseBranch(input: BranchSummaryInput): Promise<BranchSummaryOutcome> {
  const { entries, counter, ratio, signal, instructions } = input;
  const from = entries.at(-1);
  const newest = branchReading(input).map(({ entry }) => entry);
  if (from === undefined || newest.length === 0) return { type: "nothing" };
  if (signal.aborted) return { type: "cancelled" };
  const job = {
    ...({ kind: "history", entries: newest, previous: null } as const),
    ...(instructions === undefined ? {} : { instructions }),
  };
  const asked = await askSummarisers(
    (maxTokens) => summaryRequest(job, maxTokens / ratio, counter.text),
    input,
  );
  if (asked.type === "cancelled") return asked;
  const answered = asked.type === "answered";
  const text = answered ? asked.text : extractSummary(newest, null);
  const body = capResult(text, {
    tokens: MOST_BRANCH_NOTES,
    chars: MOST_BRANCH_NOTES * 8,
    count: counter.text,
  }).text;
  const files = collectFiles(NO_FILES, entries);
  const by = answered ? asked.by : null;
  const summary = [body, fileTags(files)].filter((part) => part !== "").join("\n\n");
  const details = summaryDetails(body, files, by);
  return {
    type: "summarised",
    draft: { type: "branch_summary", fromId: from.id, summary, details },
    by,
    failures: answered ? [] : asked.failures,
  };
}

export type BranchReadingInput = Pick<
  BranchSummaryInput,
  "entries" | "counter" | "ratio" | "window" | "reserveTokens"
>;

/** What is read for a summary: the newest entries the model has seen, as many as fit. */
export function branchReading(input: BranchReadingInput): BranchView["items"] {
  const { entries, counter, ratio, window, reserveTokens } = input;
  const budget = Math.max(reserveTokens, (window || USUAL_WINDOW) - reserveTokens) / ratio;
  const { items } = branchViewer(counter)(entries.filter(({ type }) => type !== "compaction"));
  const visible = items.filter(({ tokens }) => tokens > 0);
  let used = 0;
  const first = visible.findLastIndex(({ tokens }) => (used += tokens) > budget);
  return visible.slice(first + 1);
}
