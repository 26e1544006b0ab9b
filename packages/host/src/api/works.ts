import { refuse } from "./failures.ts";

/** What the API is doing with a session besides its turns. */
export class Works {
  readonly #works = new Set<Promise<unknown>>();
  #alone: { readonly work: Promise<unknown>; readonly stop: AbortController } | null = null;

  get isEmpty(): boolean {
    return this.#works.size === 0;
  }

  async run<T>(run: () => Promise<T>): Promise<T> {
    const work = run();
    const ended = work.catch(() => {});
    this.#works.add(ended);
    try {
      return await work;
    } finally {
      this.#works.delete(ended);
    }
  }

  /** One at a time; the signal fires when somebody wants it to stop. */
  async alone<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#alone !== null) return refuse("busy", "The session is busy.", "Wait a moment.");
    const stop = new AbortController();
    const work = this.run(() => run(stop.signal));
    this.#alone = { work: work.catch(() => {}), stop };
    try {
      return await work;
    } finally {
      this.#alone = null;
    }
  }

  /** False when nothing has the session for itself. */
  stop(): boolean {
    this.#alone?.stop.abort();
    return this.#alone !== null;
  }

  /** Resolves when nothing has the session for itself. */
  async whenFree(): Promise<void> {
    while (this.#alone !== null) await this.#alone.work;
  }

  async whenEmpty(): Promise<void> {
    await Promise.all(this.#works);
  }
}
