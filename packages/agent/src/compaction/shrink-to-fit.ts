import type { TokenCounter } from "../tokens/token-counter.ts";
import type { BranchView } from "./branch-view.ts";
import type { Candidate } from "./overlay.ts";
import { shrinkable } from "./shrink.ts";

export type FitOptions = {
  readonly counter: TokenCounter;
  readonly ratio: number;
  /** The first item to look at. */
  readonly from: number;
  /** What the items from there on may cost, in the model's tokens. */
  readonly target: number;
};

/** Below this an outcome says nothing any more. */
const LEAST_TOKENS = 300;

/**
 * Overlays that bring the results from an item on down to a size, the largest first: for what a
 * summary cannot replace, because it belongs to the last exchange. Empty when all fits.
 */
export function shrinkToFit(view: BranchView, options: FitOptions): readonly Candidate[] {
  const { counter, ratio, from, target } = options;
  const items = view.items.slice(from);
  const total = items.reduce((sum, { tokens }) => sum + tokens, 0) * ratio;
  if (total <= target) return [];
  const sizes = items
    .filter(({ entry }) => entry.type === "tool_result")
    .map(({ tokens }) => tokens * ratio);
  const rest = total - sizes.reduce((sum, size) => sum + size, 0);
  const resultTokens = Math.max(LEAST_TOKENS, waterLevel(sizes, target - rest));
  return shrinkable(view, { counter, ratio, resultTokens }).filter(({ index }) => index >= from);
}

/** The height at which everything above it has to go so that the sum fits the room. */
function waterLevel(sizes: readonly number[], room: number): number {
  let left = Math.max(0, room);
  for (const [at, size] of [...sizes].sort((a, b) => a - b).entries()) {
    const level = left / (sizes.length - at);
    if (size > level) return Math.floor(level);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
