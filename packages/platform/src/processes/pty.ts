import type { Subprocess } from "bun";
import type { Env } from "../env.ts";
import { Drain } from "./drain.ts";
import { MARK_VARIABLE, type Mark } from "./process-info.ts";
import type { Processes } from "./processes.ts";
import type { ProgramExit, ProgramHandle } from "./program-handle.ts";
import { endedBy, failedToStart, RunningGroup, type GroupEnd } from "./running-group.ts";
import { withPrelude, type Program } from "./spawn-group.ts";
import type { StartOptions } from "./start-group.ts";

export type PtySize = { readonly cols: number; readonly rows: number };

export type PtyOptions = Pick<StartOptions, "env" | "cwd" | "clock"> & {
  /** Must not throw. The chunk is the receiver's. */
  readonly onOutput: (chunk: Uint8Array) => void;
};

const COLS = { least: 20, most: 400 };
const ROWS = { least: 5, most: 200 };

/** Why there are no terminals to run programs in; null where there are. */
export function ptyProblem(env: Env): string | null {
  if (env["SQUIRE_NO_PTY"] === "1") return "SQUIRE_NO_PTY is set";
  if (process.platform === "win32") return "there are none on Windows";
  return typeof Bun === "undefined" || Bun.Terminal === undefined ? "this runtime has none" : null;
}

/** The nearest size that a terminal may have (SH-11). */
export function ptySize({ cols, rows }: PtySize): PtySize {
  const within = (count: number, { least, most }: typeof COLS): number =>
    Math.min(most, Math.max(least, Math.floor(count) || least));
  return { cols: within(cols, COLS), rows: within(rows, ROWS) };
}

/**
 * A program in a terminal of its own. Whatever is done to it before it starts is done when it
 * starts. It is started once.
 */
export class Pty {
  /** Never rejects. */
  readonly ended: Promise<GroupEnd>;
  readonly #processes: Processes;
  readonly #end = Promise.withResolvers<GroupEnd>();
  #size: PtySize;
  #typed: (string | Uint8Array)[] = [];
  #killed = false;
  #state: "new" | "started" = "new";
  #terminal: PtyHandle | null = null;
  #running: RunningGroup | null = null;

  constructor(processes: Processes, size: PtySize = { cols: 80, rows: 24 }) {
    this.#processes = processes;
    this.#size = ptySize(size);
    this.ended = this.#end.promise;
  }

  /** Throws when it was started before. What does not start ends at once, with the reason. */
  start(program: Program, options: PtyOptions): void {
    if (this.#state === "started") throw new Error("This terminal has been started already.");
    this.#state = "started";
    const problem = ptyProblem(options.env);
    if (problem !== null) return this.#end.resolve(failedToStart(`No terminal: ${problem}.`));
    if (this.#killed) return this.#end.resolve(endedBy("stopped"));
    const running = this.#processes.adopt((mark) => this.#open(program, options, mark), options);
    if (running instanceof Error) return this.#end.resolve(failedToStart(running.message));
    this.#running = running;
    for (const text of this.#typed.splice(0)) this.write(text);
    void running.ended.then((end) => this.#end.resolve(end));
  }

  write(text: string | Uint8Array): void {
    if (this.#terminal === null) this.#typed.push(text);
    else this.#terminal.write(text);
  }

  resize(size: PtySize): void {
    this.#size = ptySize(size);
    this.#terminal?.resize(this.#size);
  }

  /** Everyone in it is asked to end, and ended. */
  kill(): void {
    this.stop("stopped");
  }

  stop(why: "stopped" | "aborted" | "timed-out"): void {
    this.#killed = true;
    this.#running?.stop(why);
  }

  #open(program: Program, options: PtyOptions, mark: Mark): RunningGroup | Error {
    try {
      this.#terminal = new PtyHandle(program, { ...options, mark, size: this.#size });
      const { clock } = options;
      return new RunningGroup(this.#terminal, { mark, ...(clock === undefined ? {} : { clock }) });
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

type HandleOptions = PtyOptions & { readonly mark: Mark; readonly size: PtySize };

class PtyHandle implements ProgramHandle {
  readonly exit: Promise<ProgramExit>;
  readonly #child: Subprocess;
  readonly #drain = new Drain();
  readonly #closed = Promise.withResolvers<void>();
  #isOpen = true;

  /** Throws when it does not start. */
  constructor(program: Program, { env, cwd, mark, size, onOutput }: HandleOptions) {
    const { file, args } = withPrelude(program, mark);
    this.#child = Bun.spawn([file, ...args], {
      env: { TERM: "xterm-256color", ...env, [MARK_VARIABLE]: mark.value },
      ...(cwd === undefined ? {} : { cwd }),
      terminal: {
        ...size,
        data: (_, chunk) => {
          this.#drain.heard();
          // It is used again for what comes next.
          if (this.#isOpen) onOutput(chunk.slice());
        },
        exit: () => this.#closed.resolve(),
      },
    });
    this.exit = this.#exit();
  }

  get pid(): number {
    return this.#child.pid;
  }

  write(text: string | Uint8Array): void {
    if (this.#isOpen) this.#child.terminal?.write(typeof text === "string" ? text : text.slice());
  }

  resize({ cols, rows }: PtySize): void {
    if (this.#isOpen) this.#child.terminal?.resize(cols, rows);
  }

  drain(): Promise<void> {
    return this.#drain.done(this.#closed.promise);
  }

  close(): void {
    this.#isOpen = false;
    this.#child.terminal?.close();
  }

  async #exit(): Promise<ProgramExit> {
    await this.#child.exited;
    const { exitCode, signalCode } = this.#child;
    return { type: "exited", exitCode, signal: signalCode === null ? null : `${signalCode}` };
  }
}
