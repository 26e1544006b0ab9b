import type { Clock } from "../ports.ts";

/** Why a request was given up from this side. */
export type Interruption =
  | { readonly type: "aborted" }
  | { readonly type: "stalled"; readonly ms: number };

/**
 * Gives up a request when its caller aborts or a time limit passes. `signal` goes to fetch; whoever
 * waits for something that does not listen to it waits through `race`. Stop it when done.
 */
export class Watch {
  readonly #outer: AbortSignal;
  readonly #clock: Clock;
  readonly #inner = new AbortController();
  readonly #abort = (): void => this.#interrupt({ type: "aborted" });
  readonly #given = Promise.withResolvers<never>();
  #timer: { cancel(): void } | null = null;
  #interruption: Interruption | null = null;

  constructor(outer: AbortSignal, clock: Clock) {
    this.#outer = outer;
    this.#clock = clock;
    // Nobody may be waiting.
    this.#given.promise.catch(() => undefined);
    if (outer.aborted) this.#abort();
    else outer.addEventListener("abort", this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#inner.signal;
  }

  get interruption(): Interruption | null {
    return this.#interruption;
  }

  /** Interrupts after `ms` unless armed again before; no time limit when `ms` is not above 0. */
  arm(ms: number): void {
    this.disarm();
    if (this.#interruption !== null || !(ms > 0) || !Number.isFinite(ms)) return;
    this.#timer = this.#clock.timer(ms, () => this.#interrupt({ type: "stalled", ms }));
  }

  disarm(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  /**
   * The work's result, or a rejection as soon as there is an interruption. For a few waits of one request:
   * each leaves a little behind until this is let go of.
   */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#given.promise, work]);
  }

  stop(): void {
    this.disarm();
    this.#outer.removeEventListener("abort", this.#abort);
  }

  #interrupt(why: Interruption): void {
    if (this.#interruption !== null) return;
    this.#interruption = why;
    this.stop();
    this.#given.reject(new Error("interrupted"));
    this.#inner.abort(new DOMException(`The request was ${why.type}.`, "AbortError"));
  }
}
