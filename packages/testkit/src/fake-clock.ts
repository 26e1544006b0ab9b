type Timer = { readonly due: number; readonly order: number; readonly fire: () => void };
type Waiter = { readonly count: number; readonly resolve: () => void };

/**
 * Time that passes only when a test says so. Has the shape of the clock port: `now`, `sleep`,
 * `timer`.
 */
export class FakeClock {
  readonly #timers = new Set<Timer>();
  #waiters: Waiter[] = [];
  #elapsed = 0;
  #wall: number;
  #order = 0;

  /** `start` is the first value of `now()`. */
  constructor(start: number = Date.UTC(2030, 0, 1)) {
    this.#wall = start;
  }

  now(): number {
    return this.#wall + this.#elapsed;
  }

  /** How many timers and sleeps have not fired. */
  get pending(): number {
    return this.#timers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const stop = (): void => {
        timer.cancel();
        reject(signal?.reason);
      };
      const timer = this.timer(ms, () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      });
      signal?.addEventListener("abort", stop, { once: true });
    });
  }

  timer(ms: number, fire: () => void): { cancel(): void } {
    const timer: Timer = { due: this.#elapsed + Math.max(0, ms), order: this.#order++, fire };
    this.#timers.add(timer);
    this.#wake();
    return { cancel: () => void this.#timers.delete(timer) };
  }

  /**
   * Lets `ms` pass: fires what is due, earliest first, also what is scheduled meanwhile, and lets
   * pending promise callbacks run after each.
   */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#elapsed = Math.max(this.#elapsed, next.due);
      next.fire();
      await settle();
    }
    this.#elapsed = end;
  }

  /** The wall clock is set forwards or back by `ms`; no time passes, no timer fires. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  /** Resolves once at least `count` timers wait: for code that gets there through real I/O. */
  whenPending(count = 1): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push({ count, resolve });
      this.#wake();
    });
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.due > end) continue;
      const earlier =
        !first || timer.due < first.due || (timer.due === first.due && timer.order < first.order);
      if (earlier) first = timer;
    }
    return first;
  }

  #wake(): void {
    const ready = this.#waiters.filter(({ count }) => this.#timers.size >= count);
    this.#waiters = this.#waiters.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve();
  }
}

/** One turn of the event loop: every promise callback that can run has run afterwards. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
