import type { CallBlock, Entry } from "@squire/protocol";
import { capResult } from "../tokens/cap-result.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { BranchView, ViewItem } from "./branch-view.ts";
import type { Candidate } from "./overlay.ts";
import { textOfOutcome, toolNamed } from "./overlay.ts";
import { NEVER_SHRUNK, SHRINK, WRITERS } from "./settings.ts";
import { shrinkArgs } from "./shrink-args.ts";

export type ShrinkOptions = {
  readonly counter: TokenCounter;
  /** The model's tokens per estimated token. */
  readonly ratio: number;
  /** Results above this many of the model's tokens are shortened to it. */
  readonly resultTokens: number;
};

/** An overlay must be worth its own place in the log. */
const LEAST_SAVED = 100;

/** Everything that may be shortened in the view (LOOP-13, LOOP-14), in the order of the prompt. */
export function shrinkable(view: BranchView, options: ShrinkOptions): readonly Candidate[] {
  const answered = new Set(
    view.items.flatMap(({ entry }) => (entry.type === "tool_result" ? entry.outcome.callId : [])),
  );
  return view.items.flatMap((item, index): readonly Candidate[] => {
    const { entry } = item;
    // What is small as a whole has no large part: nothing has to be counted again.
    const tokens = item.tokens * options.ratio;
    if (entry.type === "tool_result") {
      return tokens > options.resultTokens ? resultCandidate(view, entry, index, options) : [];
    }
    if (entry.type !== "message" || entry.message.role !== "assistant") return [];
    if (tokens <= SHRINK.argsTokens) return [];
    return entry.message.content.flatMap((block) =>
      block.type === "call" && answered.has(block.id)
        ? argsCandidate(view, item, block, { ...options, index })
        : [],
    );
  });
}

function resultCandidate(
  view: BranchView,
  entry: Entry<"tool_result">,
  index: number,
  { counter, ratio, resultTokens }: ShrinkOptions,
): readonly Candidate[] {
  const { outcome, details } = entry;
  const hasImage = outcome.content.some(({ type }) => type === "image");
  if (hasImage || NEVER_SHRUNK.has(toolNamed(outcome.name))) return [];
  const shown = view.overlays.contents.get(entry.id) ?? textOfOutcome(outcome);
  const tokens = Math.floor(resultTokens / ratio);
  const { text, truncated } = capResult(shown, { tokens, chars: tokens * 4, count: counter.text });
  if (!truncated) return [];
  const where =
    details.artifactId === undefined ? "" : `\n[whole output: artifact://${details.artifactId}]`;
  const hint = shown.endsWith(where) ? "" : where;
  return candidate({ index, entryId: entry.id, before: shown, text: text + hint }, counter, ratio);
}

function argsCandidate(
  view: BranchView,
  { entry }: ViewItem,
  { id, name, argsText }: CallBlock,
  { counter, ratio, index }: ShrinkOptions & { readonly index: number },
): readonly Candidate[] {
  if (!WRITERS.has(toolNamed(name)) || view.overlays.args.get(entry.id)?.has(id)) return [];
  if (counter.text(argsText) * ratio <= SHRINK.argsTokens) return [];
  const text = shrinkArgs(argsText);
  return candidate(
    { index, entryId: entry.id, callId: id, before: argsText, text },
    counter,
    ratio,
  );
}

function candidate(
  made: {
    readonly index: number;
    readonly entryId: string;
    readonly callId?: string;
    readonly before: string;
    readonly text: string;
  },
  counter: TokenCounter,
  ratio: number,
): readonly Candidate[] {
  const { index, before, ...place } = made;
  const saved = (counter.text(before) - counter.text(place.text)) * ratio;
  if (saved < LEAST_SAVED) return [];
  const bytesSaved = Math.max(0, Buffer.byteLength(before) - Buffer.byteLength(place.text));
  return [{ index, overlay: { ...place, tokensSaved: Math.round(saved) }, bytesSaved }];
}
