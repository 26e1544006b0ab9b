import type { ChildProcess } from "node:child_process";
import { systemClock } from "../clock.ts";

/** Must not throw. While what it gives is pending, nothing more is read. */
export type OnOutput = (chunk: Uint8Array, from: "stdout" | "stderr") => Promise<void> | void;

/** A child in the background may hold the pipe: how long to wait for more, and at most (SH-5). */
const QUIET_MS = 250;
const MOST_MS = 2_000;

/** The output of a program on its way to whoever wants it. */
export class GroupOutput {
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  #isOpen = true;
  #busy = 0;
  #heard = (): void => {};

  constructor(child: ChildProcess, onOutput: OnOutput) {
    this.#child = child;
    for (const from of ["stdout", "stderr"] as const) this.#read(from, onOutput);
    this.#closed = new Promise((resolve) => {
      child.once("close", () => resolve());
    });
  }

  /** Once the program has ended: what is still on its way. */
  async drain(): Promise<void> {
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const most = systemClock.timer(MOST_MS, resolve);
    const whenQuiet = (): void => (this.#busy > 0 ? this.#heard() : resolve());
    let quiet = systemClock.timer(QUIET_MS, whenQuiet);
    this.#heard = () => {
      quiet.cancel();
      quiet = systemClock.timer(QUIET_MS, whenQuiet);
    };
    await Promise.race([this.#closed, enough]);
    this.#heard = () => {};
    quiet.cancel();
    most.cancel();
  }

  close(): void {
    this.#isOpen = false;
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #read(from: "stdout" | "stderr", onOutput: OnOutput): void {
    const stream = this.#child[from];
    stream?.on("data", (chunk: Buffer) => {
      this.#heard();
      const busy = this.#isOpen ? onOutput(chunk, from) : undefined;
      if (busy === undefined) return;
      this.#busy++;
      stream.pause();
      void busy.finally(() => {
        this.#busy--;
        stream.resume();
      });
    });
    // A broken pipe ends the output; how the program ends tells the rest.
    stream?.on("error", () => undefined);
  }
}
