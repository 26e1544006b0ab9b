import type { LineState } from "@squire/client";

/** Holds how it is with the line to a host until the face listens. */
export class LineBox {
  #state: LineState = "open";
  #listener: ((state: LineState) => void) | null = null;

  readonly tell = (state: LineState): void => {
    this.#state = state;
    this.#listener?.(state);
  };

  readonly listen = (listener: (state: LineState) => void): (() => void) => {
    this.#listener = listener;
    listener(this.#state);
    return () => {
      this.#listener = null;
    };
  };
}
