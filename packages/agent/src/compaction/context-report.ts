import type { ToolSpec } from "@squire/protocol";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { BranchView } from "./branch-view.ts";
import { cutOptions, findCut } from "./cut.ts";
import { compactionLimit } from "./limits.ts";
import type { CompactionSettings } from "./settings.ts";

export type ContextInput = {
  readonly view: BranchView;
  readonly counter: TokenCounter;
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  /** What the vendor counted last; null: nothing was sent yet. */
  readonly lastPromptTokens: number | null;
  /** 0 = unknown. */
  readonly window: number;
  readonly settings: CompactionSettings;
};

/** What the next request is made of (USE-6). Estimated tokens, but for `promptTokens`. */
export type ContextReport = {
  readonly regions: Readonly<Record<ContextRegion, number>>;
  /** Never less than what the vendor counted last (USE-7). */
  readonly promptTokens: number;
  readonly window: number;
  /** Part of the window that is used; null where it is not known. */
  readonly used: number | null;
  /** Above this a session is compacted; null: never. */
  readonly compactsAt: number | null;
  /** What a compaction would replace by a summary now; null: nothing. */
  readonly removes: { readonly entries: number; readonly tokens: number } | null;
};

type ContextRegion = "system" | "tools" | "memory" | "log" | "results";

export function contextReport(input: ContextInput): ContextReport {
  const { view, counter, system, tools, lastPromptTokens, window, settings } = input;
  const tokensOf = (isIn: (item: BranchView["items"][number]) => boolean): number =>
    view.items.filter(isIn).reduce((sum, { tokens }) => sum + tokens, 0);
  const results = tokensOf(({ entry }) => entry.type === "tool_result");
  const memory = tokensOf(({ entry }) => entry.type === "context" && entry.topic === "memory");
  const regions = {
    system: counter.text(system),
    tools: counter.tools(tools),
    memory,
    // With the summary of what was before.
    log: view.tokens - results - memory,
    results,
  };
  const estimate = Object.values(regions).reduce((sum, tokens) => sum + tokens, 0);
  const promptTokens = Math.max(estimate, lastPromptTokens ?? 0);
  return {
    regions,
    promptTokens,
    window,
    used: window > 0 ? promptTokens / window : null,
    compactsAt: compactionLimit(window, settings),
    removes: removedFrom(input),
  };
}

function removedFrom({ view, window, settings }: ContextInput): ContextReport["removes"] {
  const cut = findCut(
    view.items,
    cutOptions({ view, settings, window, ratio: 1, reason: "threshold" }),
  );
  if (cut === null) return null;
  const gone = view.items.slice(0, cut.index).filter(({ tokens }) => tokens > 0);
  return { entries: gone.length, tokens: gone.reduce((sum, { tokens }) => sum + tokens, 0) };
}
