import type { FailureKind, ModelFailure } from "@squire/protocol";
import type { Clock } from "../ports.ts";

export type Admission =
  | { readonly ok: true }
  /** The failure that says why, and for how long yet. */
  | { readonly ok: false; readonly failure: ModelFailure };

/** Remembers how models fare and keeps requests away from one that is down (PROV-16). */
export type Breaker = {
  /** Asks to send one request; whoever is admitted reports how it went. */
  admit(id: string): Admission;
  /** `null` = it succeeded. */
  report(id: string, failure: ModelFailure | null): void;
  /** Forgets what is known about a model, or about all: keys or settings have changed. */
  reset(id?: string): void;
};

export type BreakerPolicy = { readonly failures: number; readonly coolMs: number };

export const DEFAULT_BREAKER: BreakerPolicy = { failures: 5, coolMs: 60_000 };

// The others say nothing about the service: the request was at fault, or the user stopped it.
const COUNTED: ReadonlySet<FailureKind> = new Set([
  "auth",
  "billing",
  "overloaded",
  "network",
  "stalled",
  "rate_limit",
]);

/** `since` is when the circuit opened; a half-open one lets a single probe through. */
type Circuit = { failures: number; since: number; probing: boolean; last: ModelFailure };

export function createBreaker(
  clock: Pick<Clock, "now">,
  policy: BreakerPolicy = DEFAULT_BREAKER,
): Breaker {
  const circuits = new Map<string, Circuit>();

  const admit = (id: string): Admission => {
    const circuit = circuits.get(id);
    if (circuit === undefined || circuit.failures < policy.failures) return { ok: true };
    const restMs = circuit.since + policy.coolMs - clock.now();
    if (restMs > 0 || circuit.probing) return { ok: false, failure: paused(id, circuit, restMs) };
    circuit.probing = true;
    return { ok: true };
  };

  const report = (id: string, failure: ModelFailure | null): void => {
    if (failure === null) {
      circuits.delete(id);
      return;
    }
    const known = circuits.get(id);
    if (COUNTED.has(failure.kind)) {
      const failures = (known?.failures ?? 0) + 1;
      circuits.set(id, { failures, since: clock.now(), probing: false, last: failure });
    } else if (known !== undefined) {
      known.probing = false;
    }
  };

  const reset = (id?: string): void => {
    if (id === undefined) circuits.clear();
    else circuits.delete(id);
  };

  return { admit, report, reset };
}

function paused(id: string, { last, failures }: Circuit, restMs: number): ModelFailure {
  const seconds = Math.max(1, Math.ceil(restMs / 1000));
  return {
    ...last,
    message: `${id} is left alone for ${seconds} s after ${failures} failures in a row; the last was: ${last.message}`,
    retryAfterMs: Math.max(0, restMs),
    retryable: false,
  };
}
