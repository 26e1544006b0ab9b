import type { Price } from "@squire/llm";
import type { Entry, EntryDraft } from "@squire/protocol";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { BranchView } from "./branch-view.ts";
import { cutOptions, findCut } from "./cut.ts";
import type { CacheState, Forecast, Terms } from "./forecast.ts";
import { expectedSteps, forecast } from "./forecast.ts";
import { compactionLimit } from "./limits.ts";
import type { Candidate } from "./overlay.ts";
import { startsTurn } from "./overlay.ts";
import { prunable } from "./prune.ts";
import type { CompactionSettings } from "./settings.ts";
import { SHRINK } from "./settings.ts";
import { shrinkable } from "./shrink.ts";

export type EndOfTurnInput = {
  readonly branch: readonly Entry[];
  readonly view: BranchView;
  readonly counter: TokenCounter;
  /** Of the next request, in the model's tokens (`promptTokensOf`). */
  readonly promptTokens: number;
  /** 0 = unknown: nothing is compacted. */
  readonly window: number;
  /** The model's tokens per estimated token. */
  readonly ratio: number;
  /** Null = unknown. */
  readonly price: Price | null;
  readonly cache: CacheState;
  readonly settings: CompactionSettings;
  /** Requests still to come; by default as many as there were. */
  readonly steps?: number;
};

/** What to append at the end of a turn, in this order, and whether to compact after that. */
export type EndOfTurnPlan = {
  readonly prunes: readonly EntryDraft<"prune">[];
  /** Null when nothing is pruned, or when a compaction follows, which brings its own. */
  readonly prefixBreak: EntryDraft<"prefix_break"> | null;
  readonly compact: boolean;
  /** What the prompt will be without the compaction. */
  readonly promptTokens: number;
  readonly notes: readonly string[];
};

/** Less is not worth a break, whatever the arithmetic says. */
const LEAST_SAVED = 500;
/** At 40 % of the window the guard acts for this part of it or more. */
const LEAST_GUARD = 0.01;

/** What is asked for again and again. */
type Work = EndOfTurnInput & {
  readonly terms: Terms;
  /** Estimated tokens from each item to the end. */
  readonly behind: readonly number[];
  /** Where the turn began that has just ended. */
  readonly lastTurn: number;
};

type Chosen = { readonly candidates: readonly Candidate[]; readonly forecast: Forecast | null };
const NOTHING: Chosen = { candidates: [], forecast: null };

/**
 * What pays at the end of a turn (LOOP-16): shrinking if the cache it breaks is paid back by smaller
 * prompts, or at 40 % of the window in any case (LOOP-15); at the compaction limit pruning if that
 * is enough, else a compaction (CMP-2, CMP-11). Pure; the costs of both ways go into the log.
 */
export function planEndOfTurn(given: EndOfTurnInput): EndOfTurnPlan {
  const { promptTokens, window, settings } = given;
  const input = prepare(given);
  const limit = compactionLimit(window, settings);
  const shrinks = chooseShrinks(input);
  const shrunk = promptTokens - saved(shrinks.candidates);
  if (limit === null || shrunk <= limit)
    return planOf(input, { shrinks: shrinks.candidates, prunes: [] });
  const prunes = prunable(input.view, input);
  const both = withoutTwice(shrinks.candidates, prunes);
  if (promptTokens - saved(both) - saved(prunes) <= limit) {
    return planOf(input, { shrinks: both, prunes });
  }
  return planCompaction(input, prunes);
}

function prepare(input: EndOfTurnInput): Work {
  const { branch, view, price, cache, steps = expectedSteps(branch) } = input;
  let sum = 0;
  const behind = view.items.toReversed().map(({ tokens }) => (sum += tokens));
  return {
    ...input,
    terms: { price, cache, steps },
    behind: behind.toReversed(),
    lastTurn: view.items.findLastIndex(({ entry }) => startsTurn(entry)),
  };
}

/** The cache is lost anyway: whatever stays is shrunk with it. */
function planCompaction(input: Work, prunes: readonly Candidate[]): EndOfTurnPlan {
  const { view } = input;
  const cut = findCut(view.items, cutOptions({ ...input, reason: "threshold" }));
  const all = shrinkable(view, { ...input, resultTokens: SHRINK.resultTokens });
  if (cut === null) {
    const plan = planOf(input, { shrinks: withoutTwice(all, prunes), prunes });
    return { ...plan, notes: [...plan.notes, "There is nothing that a summary could replace."] };
  }
  const kept = all.filter(({ index }) => index >= cut.index && index < input.lastTurn);
  return { ...planOf(input, { shrinks: kept, prunes: [] }), prefixBreak: null, compact: true };
}

/**
 * The candidates from some place on: an overlay breaks the cache for everything behind it, so more
 * of them behind it cost nothing. Of all such places the one that saves most.
 */
function chooseShrinks(input: Work): Chosen {
  const { view, promptTokens, window } = input;
  const candidates = shrinkable(view, { ...input, resultTokens: SHRINK.resultTokens });
  const paying = bestSuffix(input, candidates);
  if (window <= 0 || promptTokens < SHRINK.guardAt * window) return paying;
  const guarded = shrinkable(view, { ...input, resultTokens: SHRINK.guardTokens }).filter(
    ({ index, overlay }) => overlay.callId === undefined && index < input.lastTurn,
  );
  const from = paying.candidates[0]?.index ?? Number.POSITIVE_INFINITY;
  const earlier = guarded.filter(({ index }) => index < from);
  if (saved(earlier) < LEAST_GUARD * window) return paying;
  return { candidates: [...earlier, ...paying.candidates], forecast: null };
}

function bestSuffix(input: Work, candidates: readonly Candidate[]): Chosen {
  let best = NOTHING;
  let gain = 0;
  let total = 0;
  for (let from = candidates.length - 1; from >= 0; from--) {
    const first = candidates[from];
    if (first === undefined || (total += first.overlay.tokensSaved) < LEAST_SAVED) continue;
    const cost = forecastOf(input, first.index, total);
    if (cost.keepCost - cost.changeCost <= gain) continue;
    gain = cost.keepCost - cost.changeCost;
    best = { candidates: candidates.slice(from), forecast: cost };
  }
  return best;
}

function planOf(
  input: Work,
  chosen: { readonly shrinks: readonly Candidate[]; readonly prunes: readonly Candidate[] },
): EndOfTurnPlan {
  const all = [...chosen.shrinks, ...chosen.prunes];
  const promptTokens = input.promptTokens - saved(all);
  const prunes = [pruneDraft("prune", chosen.prunes), pruneDraft("shrink", chosen.shrinks)].flat();
  if (all.length === 0) {
    return { prunes, prefixBreak: null, compact: false, promptTokens, notes: [] };
  }
  const first = Math.min(...all.map(({ index }) => index));
  const cost = forecastOf(input, first, saved(all));
  const prefixBreak: EntryDraft<"prefix_break"> = {
    type: "prefix_break",
    cause: chosen.prunes.length > 0 ? "prune" : "shrink",
    bytesSaved: all.reduce((sum, { bytesSaved }) => sum + bytesSaved, 0),
    tokensLost: input.cache === "warm" ? Math.max(0, input.promptTokens - before(input, first)) : 0,
    forecast: cost,
  };
  return { prunes, prefixBreak, compact: false, promptTokens, notes: [costNote(cost, saved(all))] };
}

function pruneDraft(
  cause: EntryDraft<"prune">["cause"],
  candidates: readonly Candidate[],
): readonly EntryDraft<"prune">[] {
  if (candidates.length === 0) return [];
  const overlays = candidates.map(({ overlay }) => overlay);
  return [{ type: "prune", cause, overlays, tokensSaved: saved(candidates) }];
}

function costNote({ keepCost, changeCost, unit, steps }: Forecast, tokens: number): string {
  const spell = (cost: number): string =>
    unit === "usd" ? `$${cost.toFixed(4)}` : `${Math.round(cost)} tokens`;
  return `${tokens} tokens saved: the next ${steps} requests cost ${spell(changeCost)} instead of ${spell(keepCost)}.`;
}

function forecastOf(input: Work, index: number, tokens: number): Forecast {
  const { promptTokens, terms } = input;
  return forecast({ promptTokens, before: before(input, index), saved: tokens }, terms);
}

/** The model's tokens before an item. */
function before({ behind, promptTokens, ratio }: Work, index: number): number {
  return Math.max(0, Math.round(promptTokens - (behind[index] ?? 0) * ratio));
}

function withoutTwice(
  shrinks: readonly Candidate[],
  prunes: readonly Candidate[],
): readonly Candidate[] {
  const pruned = new Set(prunes.map(({ overlay }) => overlay.entryId));
  return shrinks.filter(
    ({ overlay }) => overlay.callId !== undefined || !pruned.has(overlay.entryId),
  );
}

function saved(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { overlay }) => sum + overlay.tokensSaved, 0);
}
