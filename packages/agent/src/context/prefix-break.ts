import type { Entry, Mode } from "@squire/protocol";
import type { PrefixView } from "./prefix.ts";

export type BreakCause = Entry<"prefix_break">["cause"];

/** What the last request was made of, as far as it is known. */
export type Sent = {
  /** `provider/model`. */
  readonly model: string;
  readonly fingerprint: string;
  /** Both are absent when the request was sent before this process began. */
  readonly prefix?: PrefixView;
  readonly mode?: Mode;
  /** As the vendor counted the prompt; what its cache can lose. */
  readonly promptTokens: number;
};

/** Why a request cannot extend the one before it; null when it does (LOOP-16, LOOP-21). */
export function breakBetween(
  before: Sent | null,
  now: Omit<Sent, "promptTokens">,
): BreakCause | null {
  if (before === null) return null;
  if (before.model !== now.model) return "model";
  if (before.fingerprint === now.fingerprint) return null;
  const { prefix: was } = before;
  const { prefix: is } = now;
  if (was === undefined || is === undefined || was.system !== is.system) return "system";
  return before.mode === now.mode ? "tools" : "mode";
}
