import { ToolError, type ToolContext } from "@squire/agent";
import type { GroupEnd, Processes, RunningGroup } from "@squire/platform";
import type { Launch } from "./launch.ts";
import type { OutputCapture } from "./output-capture.ts";
import { assignments, quoted } from "./quote.ts";
import { TrailerReader, type Trailer } from "./trailer.ts";

/**
 * Runs each text that comes through the input, up to a NUL. What it runs cannot read that input,
 * and has none itself.
 */
export const LOOP =
  "exec 9<&0 </dev/null; while IFS= read -r -d '' -u 9 __squire; do eval \"$__squire\" 9<&-; done";

export type PersistentRun = {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where to go first; null stays where it is. */
  readonly cwd: string | null;
  readonly capture: OutputCapture;
  readonly seconds: number;
  readonly context: Pick<ToolContext, "clock" | "signal">;
};

/** One shell that takes command after command (SH-7). It is good until a command ends it. */
export class PersistentShell {
  readonly #running: RunningGroup;
  readonly #reader = new TrailerReader(`squire-${crypto.randomUUID()}`);
  #input: NodeJS.WritableStream | null = null;
  #capture: OutputCapture | null = null;
  #onTrailer: (trailer: Trailer) => void = () => {};
  #cwd: string;
  #isOver = false;

  /** Fails with `ToolError` when it does not start. */
  constructor(processes: Processes, { program, env, cwd }: Launch) {
    this.#cwd = cwd;
    const running = processes.start(
      { ...program, input: true },
      {
        env,
        cwd,
        onInput: (input) => {
          this.#input = input;
        },
        onOutput: (chunk) => this.#take(chunk),
      },
    );
    if (running instanceof Error) {
      throw new ToolError(`The shell could not be started: ${running.message}`);
    }
    this.#running = running;
    void running.ended.finally(() => {
      this.#isOver = true;
    });
  }

  /** Where it stands. */
  get cwd(): string {
    return this.#cwd;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** One at a time. Whatever is not a plain end of the command is the end of the shell, too. */
  async run({ command, env, cwd, capture, seconds, context }: PersistentRun): Promise<GroupEnd> {
    const { promise: trailer, resolve } = Promise.withResolvers<Trailer>();
    this.#capture = capture;
    this.#onTrailer = resolve;
    const stop = (why: "timed-out" | "aborted"): void => {
      this.#isOver = true;
      this.#running.stop(why);
    };
    const abort = (): void => stop("aborted");
    context.signal.addEventListener("abort", abort, { once: true });
    const timer = context.clock.timer(seconds * 1_000, () => stop("timed-out"));
    this.#send(command, env, cwd);
    const end = await Promise.race([this.#running.ended, trailer]);
    timer.cancel();
    context.signal.removeEventListener("abort", abort);
    // Stopped at the last moment: the shell goes, the outcome is the stop.
    const whole = this.#isOver ? await this.#running.ended : endOf(end);
    if (this.#isOver) void capture.push(this.#reader.end());
    this.#capture = null;
    return whole;
  }

  /** Ends it with all that runs in it. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#running.stop("stopped");
    await this.#running.ended;
  }

  #send(command: string, env: Readonly<Record<string, string>>, cwd: string | null): void {
    const go = cwd === null ? "" : `cd -- ${quoted(cwd)} && `;
    const call = `${assignments(env)} eval ${quoted(command)}`.trimStart();
    this.#input?.write(`${go}${call}; __squire_exit=$?\0${this.#reader.command}\0`);
  }

  #take(chunk: Uint8Array): Promise<void> | undefined {
    const { output, trailer } = this.#reader.push(chunk);
    // What comes between two commands is of something in the background; nobody waits for it.
    const taken = output.length === 0 ? undefined : this.#capture?.push(output);
    if (trailer !== null) {
      this.#cwd = trailer.cwd;
      this.#onTrailer(trailer);
    }
    return taken;
  }
}

function endOf(end: GroupEnd | Trailer): GroupEnd {
  if ("end" in end) return end;
  const { exitCode } = end;
  return { end: "exited", exitCode, signal: null, problem: null, strays: 0 };
}
