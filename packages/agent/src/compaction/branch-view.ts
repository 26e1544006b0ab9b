import type { AssistantMessage, Entry } from "@squire/protocol";
import type { TokenCounter } from "../tokens/token-counter.ts";

/** An entry of the branch and what it costs in the model's view, in estimated tokens. */
export type ViewItem = { readonly entry: Entry; readonly tokens: number };

/** What the model sees of a branch (CMP-4), entry by entry. */
export type BranchView = {
  /** Every entry since the last cut, in order; what the model does not see costs nothing. */
  readonly items: readonly ViewItem[];
  /** The newest compaction, whose summary comes before them. */
  readonly compaction: Entry<"compaction"> | null;
  readonly tokens: number;
  readonly overlays: OverlayIndex;
};

/** What earlier `prune` entries show in place of entries. */
export type OverlayIndex = {
  /** The text in place of an outcome, by entry. */
  readonly contents: ReadonlyMap<string, string>;
  /** The text in place of a call's arguments, by entry and call. */
  readonly args: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The last `prune` that changed an entry. */
  readonly by: ReadonlyMap<string, Entry>;
};

export type BranchViewer = (branch: readonly Entry[]) => BranchView;

/** Brackets and tags around what is no message. */
const PER_NOTE = 16;

/** Entries are counted once, and again when an overlay changes them. */
export function branchViewer(counter: TokenCounter): BranchViewer {
  const kept = new WeakMap<Entry, { readonly by: Entry | undefined; readonly tokens: number }>();

  function tokensOf(entry: Entry, overlays: OverlayIndex): number {
    const by = overlays.by.get(entry.id);
    const known = kept.get(entry);
    if (known !== undefined && known.by === by) return known.tokens;
    const tokens = entryTokens(entry, overlays, counter);
    kept.set(entry, { by, tokens });
    return tokens;
  }

  return (branch) => {
    const overlays = overlaysOf(branch);
    const { compaction, entries } = keptPart(branch);
    const items = entries.map((entry) => ({ entry, tokens: tokensOf(entry, overlays) }));
    const summary = compaction === null ? 0 : PER_NOTE + counter.text(compaction.summary);
    const tokens = items.reduce((sum, item) => sum + item.tokens, summary);
    return { items, compaction, tokens, overlays };
  };
}

function keptPart(branch: readonly Entry[]): {
  readonly compaction: Entry<"compaction"> | null;
  readonly entries: readonly Entry[];
} {
  const at = branch.findLastIndex(({ type }) => type === "compaction");
  const compaction = branch[at];
  if (compaction?.type !== "compaction") return { compaction: null, entries: branch };
  const first = branch.findIndex(({ id }) => id === compaction.firstKeptId);
  const from = first === -1 || first > at ? at : first;
  return { compaction, entries: branch.slice(from) };
}

function overlaysOf(branch: readonly Entry[]): OverlayIndex {
  const contents = new Map<string, string>();
  const args = new Map<string, Map<string, string>>();
  const by = new Map<string, Entry>();
  for (const entry of branch) {
    if (entry.type !== "prune") continue;
    for (const { entryId, callId, text } of entry.overlays) {
      by.set(entryId, entry);
      if (callId === undefined) contents.set(entryId, text);
      else args.set(entryId, (args.get(entryId) ?? new Map<string, string>()).set(callId, text));
    }
  }
  return { contents, args, by };
}

function entryTokens(entry: Entry, overlays: OverlayIndex, counter: TokenCounter): number {
  const shown = overlays.contents.get(entry.id);
  switch (entry.type) {
    case "message":
      if (entry.message.role === "user") return counter.message(entry.message);
      return counter.message(withArgs(entry.message, overlays.args.get(entry.id)));
    case "tool_result":
      if (shown === undefined) return counter.message(entry.outcome);
      return PER_NOTE + counter.text(shown);
    case "user_bash":
      if (entry.private) return 0;
      return PER_NOTE + counter.text(entry.command) + counter.text(shown ?? entry.output);
    case "user_python":
      if (entry.private) return 0;
      return PER_NOTE + counter.text(entry.code) + counter.text(shown ?? entry.output);
    case "context":
      return PER_NOTE + counter.text(entry.text);
    case "custom_message":
      return PER_NOTE + counter.message({ role: "user", content: entry.content });
    case "branch_summary":
      return PER_NOTE + counter.text(entry.summary);
    default:
      return 0;
  }
}

function withArgs(
  message: AssistantMessage,
  args: ReadonlyMap<string, string> | undefined,
): AssistantMessage {
  if (args === undefined) return message;
  const content = message.content.map((block) => {
    const argsText = block.type === "call" ? args.get(block.id) : undefined;
    return block.type === "call" && argsText !== undefined ? { ...block, argsText } : block;
  });
  return { ...message, content };
}
