import type { ModelFailure } from "@squire/protocol";
import { stripCallMarkup } from "../repair/scavenge/tail-run.ts";
import type { Summariser, SummaryReply, SummaryRequest } from "./summariser.ts";

export type AskOptions = {
  /** Tried in this order (CMP-14). */
  readonly summarisers: readonly Summariser[];
  readonly signal: AbortSignal;
  /** Waits before another try; absent = no wait. */
  readonly pause?: (attempt: number, signal: AbortSignal) => Promise<void>;
};

export type Asked =
  | { readonly type: "answered"; readonly text: string; readonly by: string }
  | { readonly type: "failed"; readonly failures: readonly ModelFailure[] }
  | { readonly type: "cancelled" };

const ATTEMPTS = 3;
/** What a summariser is given when it does not say how much it can read. */
const USUAL_WINDOW = 64_000;
/** Part of the window for what is to be summarised; the rest is for prompt, answer and error. */
const PART = 0.7;

/**
 * Asks one summariser after the other until one answers. `request` makes the request for a budget of
 * tokens: a prompt that was too long is tried again with half of it. Never rejects.
 */
export async function askSummarisers(
  request: (maxTokens: number) => SummaryRequest,
  { summarisers, signal, pause }: AskOptions,
): Promise<Asked> {
  const failures: ModelFailure[] = [];
  for (const summariser of summarisers) {
    let budget = Math.floor((summariser.window || USUAL_WINDOW) * PART);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (signal.aborted) return { type: "cancelled" };
      const reply = await answerOf(summariser, request(budget), signal);
      if (reply === null) return { type: "cancelled" };
      const text = reply.ok ? stripCallMarkup(reply.text).trim() : "";
      if (text !== "") return { type: "answered", text, by: summariser.id };
      const failure = reply.ok ? EMPTY : reply.failure;
      failures.push(failure);
      if (failure.kind === "overflow") budget = Math.floor(budget / 2);
      else if (!failure.retryable || attempt === ATTEMPTS) break;
      else if (!(await waited(pause, attempt, signal))) return { type: "cancelled" };
    }
  }
  return { type: "failed", failures };
}

const EMPTY: ModelFailure = {
  kind: "protocol",
  message: "The summary was empty.",
  retryable: false,
};

/** Null when it was cancelled, also by a summariser that does not listen to the signal. */
async function answerOf(
  summariser: Summariser,
  request: SummaryRequest,
  signal: AbortSignal,
): Promise<SummaryReply | null> {
  const stop = Promise.withResolvers<null>();
  const cancel = (): void => stop.resolve(null);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const reply = await Promise.race([summariser.ask(request, { signal }), stop.promise]);
    return signal.aborted ? null : reply;
  } catch (error) {
    if (signal.aborted) return null;
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, failure: { kind: "protocol", message, retryable: false } };
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

async function waited(
  pause: AskOptions["pause"],
  attempt: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await pause?.(attempt, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
