import type { Entry, JsonValue } from "@squire/protocol";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { AskOptions } from "./ask-summarisers.ts";
import type { BranchView } from "./branch-view.ts";
import type { Terms } from "./forecast.ts";
import type { CompactionSettings } from "./settings.ts";

export type CompactInput = AskOptions & {
  readonly branch: readonly Entry[];
  readonly view: BranchView;
  readonly counter: TokenCounter;
  readonly reason: NonNullable<Entry<"compaction">["reason"]>;
  /** Of the next request, in the model's tokens. */
  readonly promptTokens: number;
  /** Of system text and tools, in the model's tokens: what a compaction cannot make smaller. */
  readonly fixedTokens: number;
  readonly window: number;
  readonly ratio: number;
  readonly settings: CompactionSettings;
  /** `/compact <instructions>`. */
  readonly instructions?: string;
  /** From hooks: put before the summariser, and kept with the entry. */
  readonly context?: readonly string[];
  readonly preserveData?: JsonValue;
  /** Instructions that hold in this session, from the host. */
  readonly standing?: readonly string[];
  /** Asks for a short summary as well; else its first sentence is taken. */
  readonly short?: boolean;
  /** What the break is expected to cost, for the log. */
  readonly terms?: Terms;
};

/** What one part of a summary may take of the window: keepsakes and notes each have their share. */
const PARTS = {
  keepsakes: { ofWindow: 0.05, most: 4_000 },
  notes: { ofWindow: 0.1, most: 8_000 },
} as const;

/** Of a model whose window is not known. */
const SMALL_WINDOW = 32_000;

/** In estimated tokens. */
export function partTokens(
  { window, ratio }: Pick<CompactInput, "window" | "ratio">,
  part: keyof typeof PARTS,
): number {
  const { ofWindow, most } = PARTS[part];
  return Math.floor(Math.min(most, ofWindow * (window || SMALL_WINDOW)) / ratio);
}
