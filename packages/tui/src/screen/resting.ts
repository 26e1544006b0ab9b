import type { View } from "@squire/client";

export type RestingOptions = {
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => () => void;
  readonly rest: () => void;
};

/** So long nobody types, and at the end of a turn nothing runs. */
const QUIET_MS = 2000;
/** Fewer new items leave nothing worth the pause. */
const MANY_ITEMS = 100;
/** In the middle of a turn, only when it is a very long one: a heap that has grown never gets dense. */
const MOST_ITEMS = 250;

/** Says when it is a good moment to give memory back: much has come and nobody is at the keys. */
export class Resting {
  readonly #options: RestingOptions;
  /** Of the transcript, at the last rest. */
  #items = 0;
  #waitingFor = 0;
  #stirredAt = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | null = null;

  constructor(options: RestingOptions) {
    this.#options = options;
  }

  viewed({ status, items: { length } }: View): void {
    // Another session, or another branch, may have fewer.
    this.#items = Math.min(this.#items, length);
    const more = length - this.#items;
    if (status === "idle") {
      if (this.#stop === null && more >= MANY_ITEMS) this.#wait(length);
      return;
    }
    this.stop();
    const isQuiet = this.#options.now() - this.#stirredAt >= QUIET_MS;
    if (isQuiet && more >= MOST_ITEMS) this.#rest(length);
  }

  /** Somebody is there: not now. */
  stirred(): void {
    this.#stirredAt = this.#options.now();
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
      this.#rest(items);
    }, QUIET_MS);
  }

  #rest(items: number): void {
    this.#items = items;
    this.#options.rest();
  }
}
