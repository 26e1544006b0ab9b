import type { JsonValue } from "@squire/protocol";

/** What is about to happen to a session and can still be stopped (SES-8, EXT-10). */
export type PreEvent =
  /** Another session is about to be opened. */
  | { readonly type: "before_switch"; readonly fromId: string | null; readonly toId: string }
  /** A new session is about to be made from a branch of this one. */
  | {
      readonly type: "before_branch";
      readonly sessionId: string;
      /** Where it ends; null: at the end of the active branch. */
      readonly entryId: string | null;
    }
  | {
      readonly type: "before_compact";
      readonly sessionId: string;
      readonly reason: "threshold" | "overflow" | "manual";
      readonly tokensBefore: number;
    }
  /** The end of the branch is about to move to another entry. */
  | {
      readonly type: "before_tree";
      readonly sessionId: string;
      readonly fromId: string | null;
      readonly toId: string | null;
    };

/** Words that stand for those a model would write. */
export type GivenSummary = { readonly summary: string; readonly details?: JsonValue };

export type PreAnswer = {
  /** It does not happen. */
  readonly cancel?: boolean;
  /** Why, for the user. */
  readonly reason?: string;
  /** `before_branch`: the conversation is not put back to the entry; all of the branch is taken. */
  readonly skipConversationRestore?: boolean;
  /** `before_compact`: used instead of asking a model. */
  readonly compaction?: GivenSummary;
  /** `before_tree`: used instead of asking a model, also where none would be written. */
  readonly summary?: GivenSummary;
};

/** Must answer soon: everybody waits for it. */
export type PreListener = (
  event: PreEvent,
  options: { readonly signal: AbortSignal },
) => PreAnswer | undefined | Promise<PreAnswer | undefined>;

export type PreVerdict =
  | { readonly type: "go"; readonly answer: Omit<PreAnswer, "cancel" | "reason"> }
  | { readonly type: "cancelled"; readonly reason: string };

export type PreOptions = {
  readonly signal: AbortSignal;
  /** Told of a listener that failed; it counts as one that said nothing. */
  readonly warn?: (message: string) => void;
};

/** Asks one after the other: the first who cancels ends it, the first who brings a text is heard. */
export async function askBefore(
  listeners: readonly PreListener[],
  event: PreEvent,
  { signal, warn }: PreOptions,
): Promise<PreVerdict> {
  let answer: Omit<PreAnswer, "cancel" | "reason"> = {};
  for (const listener of listeners) {
    const given = await attempt(listener, event, {
      signal,
      ...(warn === undefined ? {} : { warn }),
    });
    if (signal.aborted) return { type: "cancelled", reason: "It was cancelled." };
    if (given?.cancel === true) {
      return { type: "cancelled", reason: given.reason ?? "An extension cancelled it." };
    }
    answer = { ...taken(given), ...answer };
  }
  return { type: "go", answer };
}

async function attempt(
  listener: PreListener,
  event: PreEvent,
  { signal, warn }: PreOptions,
): Promise<PreAnswer | undefined> {
  try {
    return await listener(event, { signal });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warn?.(`What listens to ${event.type} failed: ${why}`);
    return undefined;
  }
}

function taken(given: PreAnswer | undefined): Omit<PreAnswer, "cancel" | "reason"> {
  const { cancel: _cancel, reason: _reason, ...answer } = given ?? {};
  return answer;
}
