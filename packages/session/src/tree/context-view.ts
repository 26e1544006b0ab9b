import type { CallBlock, Entry, Message } from "@squire/protocol";
import { goesOn } from "./branch-fold.ts";
import { History } from "./history.ts";
import type { HealReport } from "./history.ts";
import { itemOf } from "./items.ts";
import type { Item, Recap } from "./items.ts";
import { overlaysOf, sameOverlays } from "./overlays.ts";
import type { Overlays } from "./overlays.ts";
import { compactionText } from "./templates.ts";

export type ContextOptions = { readonly recap?: Recap };

export type ContextView = {
  /** A history that every vendor accepts, whatever happened to the session (invariant 3). */
  readonly messages: readonly Message[];
  /** The entry behind each message. */
  readonly sources: readonly string[];
  /** Calls of the last step that have no outcome yet; the step is not among the messages. */
  readonly openCalls: readonly CallBlock[];
  readonly report: HealReport;
};

/** The log view of a branch, or of its part that `Tree.view` gives. Same branch, same view. */
export function contextView(branch: readonly Entry[], options: ContextOptions = {}): ContextView {
  return contextViewer(options)(branch);
}

/**
 * A view that is kept: a branch that has grown costs only its new entries, and messages that were
 * there stay the same objects. Earlier messages change only through a `compaction`, a `prune` or
 * another leaf.
 */
export function contextViewer(
  options: ContextOptions = {},
): (branch: readonly Entry[]) => ContextView {
  const items = new WeakMap<Entry, { readonly item: Item; readonly overlays?: Overlays }>();
  let history = new History();
  let seen = 0;
  let last: Entry | undefined;

  function itemFor(entry: Entry, overlays: Overlays | undefined): Item {
    const kept = items.get(entry);
    if (kept !== undefined && sameOverlays(kept.overlays, overlays)) return kept.item;
    const item = itemOf(entry, overlays, options.recap);
    items.set(entry, overlays === undefined ? { item } : { item, overlays });
    return item;
  }

  function rebuild(branch: readonly Entry[]): void {
    history = new History();
    const { compaction, kept } = keptPart(branch);
    const overlays = overlaysOf(kept);
    if (compaction !== undefined) {
      history.add(compaction.id, {
        kind: "user",
        message: compactionText(compaction),
        asks: false,
      });
    }
    for (const entry of kept) history.add(entry.id, itemFor(entry, overlays.get(entry.id)));
  }

  return (branch) => {
    const fresh = branch.slice(seen);
    if (!goesOn(branch, seen, last) || fresh.some(changesEarlier)) rebuild(branch);
    else for (const entry of fresh) history.add(entry.id, itemFor(entry, undefined));
    seen = branch.length;
    last = branch.at(-1);
    return {
      messages: history.messages.slice(),
      sources: history.sources.slice(),
      openCalls: history.openCalls,
      report: { ...history.report },
    };
  };
}

function changesEarlier({ type }: Entry): boolean {
  return type === "compaction" || type === "prune";
}

/** What the newest compaction leaves to see (CMP-4). */
function keptPart(branch: readonly Entry[]): {
  readonly compaction?: Entry<"compaction">;
  readonly kept: readonly Entry[];
} {
  const at = branch.findLastIndex(({ type }) => type === "compaction");
  const compaction = branch[at];
  if (compaction?.type !== "compaction") return { kept: branch };
  const { firstKeptId } = compaction;
  // When the line of that entry is lost, the one behind it still names it.
  const first = branch.findIndex((entry) => [entry.id, entry.parentId].includes(firstKeptId));
  const from = first === -1 || first > at ? at : first;
  return { compaction, kept: branch.slice(from) };
}
