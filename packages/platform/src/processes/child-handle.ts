import type { ChildProcess } from "node:child_process";
import { Drain } from "./drain.ts";
import type { OnOutput, ProgramExit, ProgramHandle } from "./program-handle.ts";

/** A program whose output comes through pipes. */
export class ChildHandle implements ProgramHandle {
  readonly exit: Promise<ProgramExit>;
  readonly #child: ChildProcess;
  readonly #drain = new Drain();
  readonly #closed: Promise<void>;
  #isOpen = true;

  constructor(child: ChildProcess, onOutput: OnOutput) {
    this.#child = child;
    for (const from of ["stdout", "stderr"] as const) this.#read(from, onOutput);
    this.#closed = new Promise((resolve) => {
      child.once("close", () => resolve());
    });
    this.exit = new Promise((resolve) => {
      child.once("error", ({ message }) => resolve({ type: "failed-to-start", problem: message }));
      child.once("exit", (exitCode, signal) => resolve({ type: "exited", exitCode, signal }));
    });
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  drain(): Promise<void> {
    return this.#drain.done(this.#closed);
  }

  close(): void {
    this.#isOpen = false;
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #read(from: "stdout" | "stderr", onOutput: OnOutput): void {
    const stream = this.#child[from];
    stream?.on("data", (chunk: Buffer) => {
      this.#drain.heard();
      const busy = this.#isOpen ? onOutput(chunk, from) : undefined;
      if (busy === undefined) return;
      stream.pause();
      this.#drain.wait(busy);
      void busy.finally(() => stream.resume());
    });
    // A broken pipe ends the output; how the program ends tells the rest.
    stream?.on("error", () => undefined);
  }
}
