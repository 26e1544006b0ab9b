import { Guard } from "./guard.ts";
import { Marks } from "./marks.ts";
import { MARK_VARIABLE, type Mark } from "./process-info.ts";
import { withinLimits, type Limits } from "./run-group.ts";
import { endedBy, failedToStart, type GroupEnd, type RunningGroup } from "./running-group.ts";
import { MOST_PROCESSES, type Program } from "./spawn-group.ts";
import { startGroup, type StartOptions } from "./start-group.ts";
import { watchCrowd } from "./watch-crowd.ts";

export type ProcessOptions = Omit<StartOptions, "mark"> & {
  readonly mostProcesses?: number;
};

/**
 * All that one host has running. What it starts does not outlive it: neither its end nor that of
 * this process, not even when that is killed.
 */
export class Processes implements AsyncDisposable {
  readonly #live = new Set<RunningGroup>();
  #marks: Marks | undefined;
  #guard: Guard | null | undefined;
  #isOver = false;
  readonly #killNow = (): void => {
    for (const running of this.#live) running.killNow();
  };

  /** What does not start says why. */
  start(program: Program, options: ProcessOptions): RunningGroup | Error {
    return this.adopt((mark) => startGroup(program, { ...options, mark }), options);
  }

  /** Runs a program and waits for it. Never rejects. */
  async run(program: Program, options: ProcessOptions & Limits): Promise<GroupEnd> {
    if (options.signal?.aborted === true) return endedBy("aborted");
    const running = this.start(program, options);
    if (running instanceof Error) return failedToStart(running.message);
    return withinLimits(running, options);
  }

  /** For what is started by other means: it must carry the mark. */
  adopt(
    start: (mark: Mark) => RunningGroup | Error,
    { env, mostProcesses = MOST_PROCESSES }: Pick<ProcessOptions, "env" | "mostProcesses">,
  ): RunningGroup | Error {
    if (this.#isOver) return new Error("Squire is about to end.");
    this.#marks ??= new Marks();
    const running = start(this.#marks.next(env[MARK_VARIABLE]));
    if (running instanceof Error) return running;
    this.#watch(running, this.#marks);
    watchCrowd(running, mostProcesses);
    return running;
  }

  /** Stops everything; resolves when nobody is left. Nothing starts any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    const all = [...this.#live];
    for (const running of all) running.stop("stopped");
    await Promise.all(all.map(({ ended }) => ended));
    this.#guard?.end();
  }

  #watch(running: RunningGroup, marks: Marks): void {
    const { pid } = running;
    if (pid === null) return;
    this.#guard ??= Guard.start(marks);
    this.#guard?.add(pid);
    if (this.#live.size === 0) process.on("exit", this.#killNow);
    this.#live.add(running);
    void running.ended.finally(() => {
      this.#live.delete(running);
      this.#guard?.remove(pid);
      if (this.#live.size === 0) process.removeListener("exit", this.#killNow);
    });
  }
}
