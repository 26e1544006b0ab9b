import type { View } from "@squire/client";

export type RestingOptions = {
  readonly setTimer: (run: () => void, ms: number) => () => void;
  readonly rest: () => void;
};

/** So long nobody types and nothing runs. */
const QUIET_MS = 2000;
/** Fewer new items leave nothing worth the pause. */
const MANY_ITEMS = 100;

/** Says when a long turn is over and nobody is at the keys, once for each such turn. */
export class Resting {
  readonly #options: RestingOptions;
  /** Of the transcript, at the last rest. */
  #items = 0;
  #waitingFor = 0;
  #stop: (() => void) | null = null;

  constructor(options: RestingOptions) {
    this.#options = options;
  }

  viewed({ status, items }: View): void {
    if (status !== "idle") return this.stop();
    if (this.#stop === null && items.length - this.#items >= MANY_ITEMS) this.#wait(items.length);
    // Another session, or another branch, may have fewer.
    if (items.length < this.#items) this.#items = items.length;
  }

  /** Somebody is there: not now. */
  stirred(): void {
    if (this.#stop === null) return;
    this.stop();
    this.#wait(this.#waitingFor);
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }

  #wait(items: number): void {
    this.#waitingFor = items;
    this.#stop = this.#options.setTimer(() => {
      this.#stop = null;
      this.#items = items;
      this.#options.rest();
    }, QUIET_MS);
  }
}
