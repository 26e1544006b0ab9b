import type { Entry, Mode } from "@squire/protocol";
import type { PrefixView } from "./prefix.ts";

export type BreakCause = Entry<"prefix_break">["cause"];
/** What else stands before the words of a request. */
export type SentOptions = NonNullable<Entry<"request_sent">["options"]>;

/** What the last request was made of, as far as it is known. */
export type Sent = {
  /** `provider/model`. */
  readonly model: string;
  readonly fingerprint: string;
  /** These are absent where an older log does not tell them. */
  readonly prefix?: Pick<PrefixView, "system">;
  readonly mode?: Mode;
  readonly options?: SentOptions;
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
  if (before.fingerprint === now.fingerprint) return sameOptions(before, now) ? null : "model";
  // Another mode brings its own instructions and tools: it is the cause, they are the effect.
  if (before.mode !== undefined && before.mode !== now.mode) return "mode";
  const { prefix: was } = before;
  return was === undefined || was.system !== now.prefix?.system ? "system" : "tools";
}

type WithOptions = Pick<Sent, "options">;

function sameOptions({ options: was }: WithOptions, { options: is }: WithOptions): boolean {
  if (was === undefined || is === undefined) return true;
  return (
    was.temperature === is.temperature &&
    was.maxTokens === is.maxTokens &&
    was.thinking === is.thinking &&
    was.cacheRetention === is.cacheRetention
  );
}
