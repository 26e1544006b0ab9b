import type { ErrorEvent, Model, ModelEvent, ModelFailure } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import type { Ports } from "../ports.ts";
import { askModel, emittingModel } from "./emitting-model.ts";
import type { Question } from "./emitting-model.ts";
import { isDelta } from "./merge.ts";
import type { Emit } from "./stream.ts";

export type RetryPolicy = {
  /** In total, the first one included. */
  readonly attempts: number;
  readonly baseMs: number;
  readonly maxMs: number;
};

export const DEFAULT_RETRY: RetryPolicy = { attempts: 4, baseMs: 500, maxMs: 30_000 };

type RetryPorts = Pick<Ports, "clock" | "random">;

/**
 * Asks again when a request failed before any of its reply was delivered and may succeed later
 * (PROV-12). The failures in between become `retry.started`; there is one `start` in all.
 */
export function withRetry(
  model: Model,
  ports: RetryPorts,
  policy: RetryPolicy = DEFAULT_RETRY,
): Model {
  return emittingModel(model.id, async (request, emit, signal) => {
    const once = singleStart(emit);
    for (let attempt = 1; ; attempt++) {
      const { error, delivered } = await tryOnce({ model, request, signal }, attempt, once);
      if (error === null) return;
      const last = delivered || !error.failure.retryable || attempt >= policy.attempts;
      if (last || signal.aborted) return emit(error);
      const waitMs = backoffMs(error.failure, attempt, policy, ports.random);
      emit({ type: "retry.started", attempt: attempt + 1, waitMs, failure: error.failure });
      if (!(await slept(ports, waitMs, signal))) {
        emit({ type: "retry.finished", attempt: attempt + 1, ok: false });
        return emit(abortedError(error.failure));
      }
    }
  });
}

/** Events that belong to a reply: after one of them there is no second try. */
export function isDelivery(event: ModelEvent): boolean {
  return isDelta(event) || event.type === "block.end" || event.type === "finish";
}

/** Passes everything on, but only the first `start`. */
export function singleStart(emit: Emit): Emit {
  let started = false;
  return (event) => {
    if (event.type === "start" && started) return;
    started ||= event.type === "start";
    emit(event);
  };
}

/** Full jitter, so that many clients do not come back at the same moment. */
export function backoffMs(
  failure: ModelFailure,
  attempt: number,
  policy: RetryPolicy,
  random: () => number,
): number {
  const { retryAfterMs = 0 } = failure;
  if (retryAfterMs > 0) return Math.min(retryAfterMs, policy.maxMs);
  return Math.round(random() * Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1)));
}

type Outcome = { readonly error: ErrorEvent | null; readonly delivered: boolean };

/** One attempt; its `error` is handed back instead of being emitted. */
async function tryOnce(question: Question, attempt: number, emit: Emit): Promise<Outcome> {
  const tried: { error: ErrorEvent | null; delivered: boolean } = { error: null, delivered: false };
  let pending = attempt > 1;
  const settle = (ok: boolean): void => {
    if (pending) emit({ type: "retry.finished", attempt, ok });
    pending = false;
  };
  await askModel(question, (event) => {
    if (event.type === "error") {
      settle(false);
      tried.error = event;
      return;
    }
    tried.delivered ||= isDelivery(event);
    if (tried.delivered) settle(true);
    emit(event);
  });
  return tried;
}

async function slept({ clock }: RetryPorts, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
  } catch {
    return false;
  }
  return !signal.aborted;
}

function abortedError({ provider, model }: ModelFailure): ErrorEvent {
  return {
    type: "error",
    failure: {
      kind: "aborted",
      message: "The request was aborted while waiting to try again.",
      retryable: false,
      ...(provider === undefined ? {} : { provider }),
      ...(model === undefined ? {} : { model }),
    },
    partial: null,
    usage: NO_USAGE,
  };
}
