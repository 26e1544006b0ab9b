import { NetworkError } from "./network-error.ts";
import type { NetworkPorts } from "./ports.ts";

export type WatchLimits = {
  /** For everything together, redirects and body included. */
  readonly totalMs: number;
  /** Longest silence. */
  readonly idleMs: number;
};

type WatchPorts = Pick<NetworkPorts, "clock">;

/** Fires when the whole takes too long, when nothing moves, or when the caller has had enough. */
export class Watch {
  readonly #ports: WatchPorts;
  readonly #limits: WatchLimits;
  readonly #stop = new AbortController();
  readonly #total: { cancel(): void };
  readonly signal: AbortSignal;
  #idle: { cancel(): void } | null = null;

  constructor(ports: WatchPorts, limits: WatchLimits, outer: AbortSignal) {
    this.#ports = ports;
    this.#limits = limits;
    this.signal = AbortSignal.any([outer, this.#stop.signal]);
    const { totalMs } = limits;
    const words = `The page did not arrive within ${totalMs / 1000} seconds.`;
    this.#total = ports.clock.timer(totalMs, () => this.#late(words));
  }

  /** Something moved. */
  alive(): void {
    const { idleMs } = this.#limits;
    const words = `The server sent nothing for ${idleMs / 1000} seconds.`;
    this.#idle?.cancel();
    this.#idle = this.#ports.clock.timer(idleMs, () => this.#late(words));
  }

  /** What cannot be stopped is at least not waited for. */
  race<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(this.signal.reason);
    this.signal.addEventListener("abort", stop, { once: true });
    if (this.signal.aborted) stop();
    return Promise.race([work, promise]).finally(() => {
      this.signal.removeEventListener("abort", stop);
    });
  }

  end(): void {
    this.#total.cancel();
    this.#idle?.cancel();
  }

  #late(words: string): void {
    this.#stop.abort(new NetworkError("timeout", words));
  }
}
