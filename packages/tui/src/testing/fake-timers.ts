/** Time that passes when the test says so. */
export class FakeTimers {
  #now = 10_000;
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly setTimer = (run: () => void, ms: number): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Runs what is due, in order, and lets everything else have its turn in between. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await settle();
      const [next] = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = until;
    await settle();
  }
}

/** Everything that is ready to run has run: promises, React, immediates. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
