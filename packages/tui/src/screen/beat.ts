export type BeatOptions = {
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => () => void;
  readonly onBeat: () => void;
};

/** Content is drawn at most this often (TUI-2). */
const BEAT_MS = 100;

/** Gathers what happens: asked as often as you like, it beats at once and then every 100 ms at most. */
export class Beat {
  readonly #options: BeatOptions;
  #last = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | null = null;

  constructor(options: BeatOptions) {
    this.#options = options;
  }

  ask(): void {
    if (this.#stop !== null) return;
    const wait = Math.max(0, this.#last + BEAT_MS - this.#options.now());
    this.#stop = this.#options.setTimer(() => {
      this.#stop = null;
      this.#last = this.#options.now();
      this.#options.onBeat();
    }, wait);
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }
}
