import type { ModelInfo } from "@squire/llm";

/** What has been tried since the user's last message. */
export type OverflowState = {
  readonly promoted: boolean;
  readonly compacted: boolean;
  /** A model with a larger window, from `promotionTarget`; null when there is none. */
  readonly target: string | null;
  /** `context_promotion.enabled`. */
  readonly promotionEnabled: boolean;
  /** `compaction.enabled`, and the window is known or a summary is possible. */
  readonly compactionEnabled: boolean;
  /** What the vendor said. */
  readonly reason: string;
};

export type OverflowStep =
  /** Switch for this turn only, log it, ask again (CMP-15). */
  | { readonly type: "promote"; readonly model: string }
  /** The failed reply leaves the view; compact and ask once more (CMP-3). */
  | { readonly type: "compact"; readonly reason: "overflow"; readonly willRetry: true }
  | { readonly type: "fail"; readonly message: string };

/** What to do after a vendor said that the prompt is too long. Each way is tried once. */
export function afterOverflow(state: OverflowState): OverflowStep {
  const { promoted, compacted, target, promotionEnabled, compactionEnabled, reason } = state;
  if (promotionEnabled && !promoted && !compacted && target !== null) {
    return { type: "promote", model: target };
  }
  if (compactionEnabled && !compacted) {
    return { type: "compact", reason: "overflow", willRetry: true };
  }
  const why = compacted ? `it is still too long after a compaction (${reason})` : reason;
  return { type: "fail", message: overflowFailed(why) };
}

/**
 * The model to go on with when a window is full (CMP-15): the one its entry names, else the smallest
 * larger one of the same provider and wire. `isUsable` knows who has credentials.
 */
export function promotionTarget(
  current: ModelInfo,
  models: readonly ModelInfo[],
  isUsable: (model: ModelInfo) => boolean,
): ModelInfo | null {
  const larger = models.filter(
    (model) => model.contextWindow > current.contextWindow && isUsable(model),
  );
  const wanted = current.promotionTarget;
  const named = larger.find(
    ({ provider, id }) =>
      wanted === `${provider}/${id}` || (wanted === id && provider === current.provider),
  );
  if (named !== undefined) return named;
  const alike = larger
    .filter(({ provider, api }) => provider === current.provider && api === current.api)
    .sort((a, b) => a.contextWindow - b.contextWindow || (a.id < b.id ? -1 : 1));
  return alike[0] ?? null;
}

/** CMP-14. */
export function overflowFailed(reason: string): string {
  return `Context overflow recovery failed: ${reason}`;
}

/** CMP-14. */
export function compactionFailed(reason: string): string {
  return `Auto-compaction failed: ${reason}`;
}

/** CMP-3: what the model is told after a compaction at the threshold, with `auto_continue`. */
export const CONTINUE_TEXT =
  "[The earlier conversation was summarised to make room. If there are next steps, go on with them; if everything is done, say so briefly.]";
