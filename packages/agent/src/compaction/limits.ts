import type { Entry } from "@squire/protocol";
import type { CompactionSettings } from "./settings.ts";
import { SHRINK } from "./settings.ts";

type Reason = NonNullable<Entry<"compaction">["reason"]>;

/** In a small window the reserve must not eat everything. */
const LEAST_RATIO = 0.5;

/** The prompt size above which a session is compacted (CMP-2); null when nothing is to be compacted. */
export function compactionLimit(window: number, settings: CompactionSettings): number | null {
  if (!settings.enabled || window <= 0) return null;
  const limit = Math.min(settings.ratio * window, window - settings.reserveTokens);
  return Math.floor(Math.max(limit, Math.min(settings.ratio, LEAST_RATIO) * window));
}

/**
 * How much stays word for word at a compaction, in the model's tokens (C16): the setting, but never
 * more than half of what is allowed, or nothing would be gained. Who asks for a compaction, or has
 * been refused by a vendor, gets one also when everything seems to fit.
 */
export function keepTokens(
  { keepRecentTokens, ...settings }: CompactionSettings,
  {
    window,
    shown,
    reason,
  }: { readonly window: number; readonly shown: number; readonly reason: Reason },
): number {
  const limit = compactionLimit(window, { ...settings, keepRecentTokens, enabled: true });
  const half = limit === null ? Number.POSITIVE_INFINITY : limit / 2;
  const part = { threshold: Number.POSITIVE_INFINITY, manual: shown / 4, overflow: shown / 2 }[
    reason
  ];
  return Math.floor(Math.min(keepRecentTokens, half, part));
}

/** Whether the next request is too close to the window: a summary comes instead (LOOP-15). */
export function isNearlyFull(promptTokens: number, window: number): boolean {
  return window > 0 && promptTokens >= SHRINK.forceAt * window;
}
