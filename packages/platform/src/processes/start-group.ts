import type { ChildProcess } from "node:child_process";
import { systemClock } from "../clock.ts";
import { endLineage, killLineageNow } from "./end-lineage.ts";
import { GroupOutput, type OnOutput } from "./group-output.ts";
import { Lineage } from "./lineage.ts";
import type { Mark } from "./process-info.ts";
import { spawnGroup, type Program, type Surroundings } from "./spawn-group.ts";

/** `crowded`: it had started more processes than anybody needs. */
export type StopReason = "timed-out" | "aborted" | "stopped" | "crowded";

export type GroupEnd = {
  readonly end: "exited" | "failed-to-start" | StopReason;
  /** Null unless it ended by itself. */
  readonly exitCode: number | null;
  /** What it died of, if nobody here stopped it. */
  readonly signal: string | null;
  /** Why it did not start. */
  readonly problem: string | null;
  /** How many it had left running when it ended by itself; they were ended too. */
  readonly strays: number;
};

export type StartOptions = Surroundings & {
  readonly onOutput: OnOutput;
  readonly mark?: Mark | null;
  readonly clock?: Pick<typeof systemClock, "timer">;
};

/** From asking to end to ending it (SH-4). On an abort the loop waits no longer than a second. */
const GRACE_MS: Readonly<Record<StopReason, number>> = {
  "timed-out": 2_000,
  aborted: 500,
  stopped: 2_000,
  crowded: 0,
};
/** They have outlived what they were started for. */
const STRAY_GRACE_MS = 200;

/** A program at work with all that it has started. */
export class RunningGroup {
  /** Resolves when nobody is left and all output was handed on. Never rejects. */
  readonly ended: Promise<GroupEnd>;
  readonly #child: ChildProcess;
  readonly #lineage: Lineage | null;
  readonly #clock: Pick<typeof systemClock, "timer">;
  readonly #stopped = Promise.withResolvers<null>();
  #why: StopReason | null = null;
  readonly #killNow = (): void => {
    if (this.#lineage !== null) killLineageNow(this.#lineage);
  };

  constructor(child: ChildProcess, { onOutput, mark = null, clock = systemClock }: StartOptions) {
    this.#child = child;
    this.#clock = clock;
    this.#lineage = child.pid === undefined ? null : new Lineage(child.pid, mark);
    process.once("exit", this.#killNow);
    this.ended = this.#end(new GroupOutput(child, onOutput));
  }

  /** The leader's number, which is the group's; null when it did not start. */
  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  get input(): ChildProcess["stdin"] {
    return this.#child.stdin;
  }

  /** How many run now. */
  count(): number {
    return this.#lineage?.members().length ?? 0;
  }

  /** Asks everyone to end, and ends those who do not. Only the first reason counts. */
  stop(why: StopReason): void {
    if (this.#why !== null) return;
    this.#why = why;
    const how = { clock: this.#clock, graceMs: GRACE_MS[why] };
    const ending = this.#lineage && endLineage(this.#lineage, how);
    void Promise.resolve(ending).then(() => this.#stopped.resolve(null));
  }

  async #end(output: GroupOutput): Promise<GroupEnd> {
    const exit = await Promise.race([this.#exit(), this.#stopped.promise]);
    if (exit?.end !== "failed-to-start") await output.drain();
    output.close();
    const strays = this.#why === null ? await this.#endStrays() : 0;
    if (this.#why !== null) await this.#stopped.promise;
    process.removeListener("exit", this.#killNow);
    if (this.#why !== null) return endedBy(this.#why);
    return { ...(exit ?? endedBy("exited")), strays };
  }

  #exit(): Promise<GroupEnd> {
    return new Promise((resolve) => {
      this.#child.once("error", ({ message }) => {
        resolve({ ...endedBy("failed-to-start"), problem: message });
      });
      this.#child.once("exit", (exitCode, signal) => {
        this.#lineage?.rootEnded();
        resolve({ ...endedBy("exited"), exitCode, signal });
      });
    });
  }

  async #endStrays(): Promise<number> {
    const strays = this.count();
    if (this.#lineage === null || strays === 0) return 0;
    await endLineage(this.#lineage, { clock: systemClock, graceMs: STRAY_GRACE_MS });
    return strays;
  }
}

export function endedBy(end: GroupEnd["end"]): GroupEnd {
  return { end, exitCode: null, signal: null, problem: null, strays: 0 };
}

/** What does not start says why. */
export function startGroup(program: Program, options: StartOptions): RunningGroup | Error {
  const child = spawnGroup(program, options, options.mark ?? null);
  return child instanceof Error ? child : new RunningGroup(child, options);
}
