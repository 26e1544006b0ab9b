import type { Env } from "../env.ts";
import { Guard } from "./guard.ts";
import { Marks } from "./marks.ts";
import { MARK_VARIABLE, type Mark } from "./process-info.ts";
import { withinLimits, type Limits } from "./run-group.ts";
import { MOST_PROCESSES, type Program } from "./spawn-group.ts";
import {
  endedBy,
  startGroup,
  type GroupEnd,
  type RunningGroup,
  type StartOptions,
} from "./start-group.ts";
import { watchCrowd } from "./watch-crowd.ts";

export type ProcessOptions = Omit<StartOptions, "mark"> & {
  readonly mostProcesses?: number;
};

/** What can be stopped and waited for. */
type Live = {
  readonly pid: number | null;
  readonly ended: Promise<unknown>;
  stop(why: "stopped"): void;
};

/**
 * All that one host has running. What it starts does not outlive it: neither its end nor that of
 * this process, not even when that is killed.
 */
export class Processes implements AsyncDisposable {
  readonly #live = new Set<Live>();
  #marks: Marks | undefined;
  #guard: Guard | null | undefined;
  #isOver = false;

  /** What does not start says why. */
  start(program: Program, options: ProcessOptions): RunningGroup | Error {
    if (this.#isOver) return new Error("Squire is about to end.");
    const running = startGroup(program, { ...options, mark: this.mark(options.env) });
    if (running instanceof Error) return running;
    this.watch(running);
    watchCrowd(running, options.mostProcesses ?? MOST_PROCESSES);
    return running;
  }

  /** Runs a program and waits for it. Never rejects. */
  async run(program: Program, options: ProcessOptions & Limits): Promise<GroupEnd> {
    if (options.signal?.aborted === true) return endedBy("aborted");
    const running = this.start(program, options);
    if (running instanceof Error)
      return { ...endedBy("failed-to-start"), problem: running.message };
    return withinLimits(running, options);
  }

  /** A mark for what is started by other means. */
  mark(env: Env): Mark {
    this.#marks ??= new Marks();
    return this.#marks.next(env[MARK_VARIABLE]);
  }

  /** Ends it with everything else. */
  watch(live: Live): void {
    const { pid } = live;
    if (pid === null || this.#marks === undefined) return;
    this.#guard ??= Guard.start(this.#marks);
    this.#guard?.add(pid);
    this.#live.add(live);
    void live.ended.finally(() => {
      this.#live.delete(live);
      this.#guard?.remove(pid);
    });
  }

  /** Stops everything; resolves when nobody is left. Nothing starts any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    const all = [...this.#live];
    for (const live of all) live.stop("stopped");
    await Promise.all(all.map(({ ended }) => ended));
    this.#guard?.end();
  }
}
