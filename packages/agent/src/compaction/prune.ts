import type { TokenCounter } from "../tokens/token-counter.ts";
import type { BranchView } from "./branch-view.ts";
import type { Candidate } from "./overlay.ts";
import { textOfOutcome, toolNamed } from "./overlay.ts";
import { NEVER_PRUNED, PRUNE } from "./settings.ts";

/** CMP-11; `tokens` is what the output was. */
export function prunedText(tokens: number): string {
  return `[Output truncated - ${tokens} tokens]`;
}

/**
 * Outcomes to be left out of the view: all but the newest 40,000 tokens of tool output, if that
 * saves at least 20,000; else none. In the order of the prompt.
 */
export function prunable(
  view: BranchView,
  { counter, ratio }: { readonly counter: TokenCounter; readonly ratio: number },
): readonly Candidate[] {
  const found: Candidate[] = [];
  let newer = 0;
  for (let index = view.items.length - 1; index >= 0; index--) {
    const item = view.items[index];
    if (item?.entry.type !== "tool_result") continue;
    const { entry } = item;
    const tokens = Math.round(item.tokens * ratio);
    const isOld = newer >= PRUNE.protectTokens;
    newer += tokens;
    if (!isOld || NEVER_PRUNED.has(toolNamed(entry.outcome.name))) continue;
    const shown = view.overlays.contents.get(entry.id) ?? textOfOutcome(entry.outcome);
    const text = prunedText(tokens);
    const tokensSaved = tokens - Math.round(counter.text(text) * ratio);
    if (tokensSaved <= 0 || /^\[Output truncated - \d+ tokens\]$/.test(shown)) continue;
    const bytesSaved = Math.max(0, Buffer.byteLength(shown) - Buffer.byteLength(text));
    found.push({ index, overlay: { entryId: entry.id, text, tokensSaved }, bytesSaved });
  }
  const saved = found.reduce((sum, { overlay }) => sum + overlay.tokensSaved, 0);
  return saved >= PRUNE.leastSaved ? found.toReversed() : [];
}
