import type { JsonValue } from "@squire/protocol";
import { canonicalJson } from "./canonical-json.ts";

/** A call of the current user turn, as the storm breaker remembers it. */
export type PastCall = {
  readonly key: string;
  readonly readOnly: boolean;
  /** It may have changed something, in a way that was not tried shortly before. */
  readonly fresh: boolean;
  /** What the model was shown; null while that is not known. */
  readonly result: string | null;
};

export type CallToJudge = {
  readonly name: string;
  readonly args: JsonValue;
  readonly readOnly: boolean;
};

/** RPR-4: of so many calls in a row … */
export const STORM_WINDOW = 6;
/** … this one of the same is not run. */
export const STORM_LIMIT = 3;

export function callKey({ name, args }: Pick<CallToJudge, "name" | "args">): string {
  return `${name} ${canonicalJson(args)}`;
}

/**
 * Whether a call repeats itself to no end: the same name and arguments, for the third time within
 * the window, with the same result each time, and nothing was changed in between. A result that
 * changed was new information, so waiting for something is not a storm; neither is running the
 * tests again after an edit. A result that is not known yet counts as the same.
 */
export function isStorm(past: readonly PastCall[], call: CallToJudge): boolean {
  const key = callKey(call);
  const results: (string | null)[] = [];
  for (const seen of past.slice(1 - STORM_WINDOW).toReversed()) {
    if (seen.key === key) results.push(seen.result);
    else if (call.readOnly ? !seen.readOnly : seen.fresh) break;
  }
  if (results.length < STORM_LIMIT - 1) return false;
  const known = results.slice(0, STORM_LIMIT - 1).filter((result) => result !== null);
  return known.every((result) => result === known[0]);
}

/**
 * The calls to remember once a call is made; for one that was not run, `result` is that of the call
 * it repeats, or null. Start each user turn with an empty list.
 */
export function rememberCall(
  past: readonly PastCall[],
  call: CallToJudge,
  result: string | null,
): readonly PastCall[] {
  const key = callKey(call);
  const fresh = !call.readOnly && past.every((seen) => seen.key !== key);
  return [...past, { key, readOnly: call.readOnly, fresh, result }].slice(-STORM_WINDOW);
}

/** The outcome of a call that was not run (RPR-4). */
export function stormText(name: string): string {
  return [
    `Not run: this is the ${STORM_LIMIT}rd ${name} call with the same arguments, and the earlier ones gave the same result.`,
    "Use that result, change the arguments, or try another way. If you are stuck, say what is missing.",
  ].join(" ");
}
