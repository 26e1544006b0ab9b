import { systemClock } from "../clock.ts";

/** A child in the background may hold the pipe: how long to wait for more, and at most (SH-5). */
const QUIET_MS = 250;
const MOST_MS = 2_000;

/** Waits for what is still on its way once a program has ended. */
export class Drain {
  #busy = 0;
  #heard = (): void => {};

  /** Something has come. */
  heard(): void {
    this.#heard();
  }

  /** Nothing is read while this is pending, so that silence means nothing. */
  wait(busy: Promise<void>): void {
    this.#busy++;
    void busy.finally(() => {
      this.#busy--;
      this.#heard();
    });
  }

  async done(closed: Promise<void>): Promise<void> {
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const most = systemClock.timer(MOST_MS, resolve);
    const whenQuiet = (): void => (this.#busy > 0 ? this.#heard() : resolve());
    let quiet = systemClock.timer(QUIET_MS, whenQuiet);
    this.#heard = () => {
      quiet.cancel();
      quiet = systemClock.timer(QUIET_MS, whenQuiet);
    };
    await Promise.race([closed, enough]);
    this.#heard = () => {};
    quiet.cancel();
    most.cancel();
  }
}
