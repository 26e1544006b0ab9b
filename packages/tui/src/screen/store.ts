import type { Line } from "../text/span.ts";
import type { Palette } from "../theme/paint.ts";
import type { AppState } from "./state/app-state.ts";

/** What the components draw. */
export type ScreenState = {
  readonly app: AppState;
  /** Lines of the transcript that still change. */
  readonly live: readonly Line[];
  readonly now: number;
  readonly palette: Palette;
  /** `SQUIRE_TUI_DEBUG`: a row with numbers; null: off. */
  readonly numbers: string | null;
};

/** Holds the state for the components. They listen, each to its part. */
export class ScreenStore {
  #state: ScreenState;
  readonly #listeners = new Set<() => void>();

  constructor(state: ScreenState) {
    this.#state = state;
  }

  readonly get = (): ScreenState => this.#state;

  readonly set = (next: Partial<ScreenState>): void => {
    this.#state = { ...this.#state, ...next };
    for (const listen of this.#listeners) listen();
  };

  readonly subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen);
    return () => {
      this.#listeners.delete(listen);
    };
  };
}
