import type { ErrorEvent, Model, ModelEvent, ModelFailure, ModelRequest } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import type { Ports } from "../ports.ts";
import { isDelta } from "./merge.ts";
import { emitStream, eventGroups } from "./stream.ts";
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
  return {
    id: model.id,
    stream: (request, { signal }) =>
      emitStream(async (emit, linked) => {
        const once = singleStart(emit);
        for (let attempt = 1; ; attempt++) {
          const { error, delivered } = await tryOnce(
            { model, request, emit: once },
            attempt,
            linked,
          );
          if (error === null) return;
          const last = delivered || !error.failure.retryable || attempt >= policy.attempts;
          if (last || linked.aborted) return emit(error);
          const waitMs = backoffMs(error.failure, attempt, policy, ports.random);
          emit({ type: "retry.started", attempt: attempt + 1, waitMs, failure: error.failure });
          if (!(await slept(ports, waitMs, linked))) {
            emit({ type: "retry.finished", attempt: attempt + 1, ok: false });
            return emit(abortedError(error.failure));
          }
        }
      }, signal),
  };
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

type Try = { readonly model: Model; readonly request: ModelRequest; readonly emit: Emit };
type Outcome = { readonly error: ErrorEvent | null; readonly delivered: boolean };

/** One attempt; its `error` is handed back instead of being emitted. */
async function tryOnce(
  { model, request, emit }: Try,
  attempt: number,
  signal: AbortSignal,
): Promise<Outcome> {
  let pending = attempt > 1;
  let delivered = false;
  const settle = (ok: boolean): void => {
    if (pending) emit({ type: "retry.finished", attempt, ok });
    pending = false;
  };
  for await (const events of eventGroups(model.stream(request, { signal }))) {
    for (const event of events) {
      if (event.type === "error") {
        settle(false);
        return { error: event, delivered };
      }
      delivered ||= isDelivery(event);
      if (delivered) settle(true);
      emit(event);
    }
  }
  return { error: null, delivered };
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
