import type { Entry } from "@squire/protocol";
import type { BranchView } from "./branch-view.ts";

/**
 * How large the next prompt will be, in the model's own tokens: what its vendor reported last plus
 * what came after, or an estimate of everything where nothing was reported since the view changed.
 * `fixed` are the estimated tokens of system text and tools, `ratio` is the model's calibration.
 */
export function promptTokensOf(
  view: BranchView,
  { fixed, ratio }: { readonly fixed: number; readonly ratio: number },
): number {
  let since = 0;
  for (let at = view.items.length - 1; at >= 0; at--) {
    const item = view.items[at];
    if (item === undefined || changesView(item.entry)) break;
    const reported = reportedBy(item.entry);
    if (reported !== null) return Math.ceil(reported + since * ratio);
    since += item.tokens;
  }
  return Math.ceil((fixed + view.tokens) * ratio);
}

/** What the model read and wrote: together the beginning of the next prompt. */
function reportedBy(entry: Entry): number | null {
  if (entry.type !== "message" || entry.message.role !== "assistant") return null;
  const { input = null, output = null } = entry.usage ?? {};
  return input === null || output === null ? null : input + output;
}

function changesView({ type }: Entry): boolean {
  return ["compaction", "prune", "model_change", "mode_change", "tools_change"].includes(type);
}
