import { systemClock } from "../clock.ts";
import { endLineage, killLineageNow } from "./end-lineage.ts";
import { Lineage } from "./lineage.ts";
import type { Mark } from "./process-info.ts";
import type { ProgramHandle } from "./program-handle.ts";

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

export type RunningOptions = {
  readonly mark?: Mark | null;
  /** When it ends by itself nobody can be left of it: nobody is looked for. */
  readonly contained?: boolean;
  /** Tells when those who do not end by themselves are killed. */
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
/** All pauses together are twice as long: the time for the last steps of those who end. */
const MOST_PAUSE_MS = 16;

/** A program at work with all that it has started. */
export class RunningGroup {
  /** Resolves when nobody is left and all output was handed on. Never rejects. */
  readonly ended: Promise<GroupEnd>;
  readonly #handle: ProgramHandle;
  readonly #lineage: Lineage | null;
  readonly #clock: Pick<typeof systemClock, "timer">;
  readonly #contained: boolean;
  readonly #stopped = Promise.withResolvers<null>();
  #why: StopReason | null = null;

  constructor(
    handle: ProgramHandle,
    { mark = null, contained = false, clock = systemClock }: RunningOptions,
  ) {
    this.#handle = handle;
    this.#contained = contained;
    this.#clock = clock;
    this.#lineage = handle.pid === null ? null : new Lineage(handle.pid, mark);
    this.ended = this.#end();
  }

  /** The leader's number, which is the group's; null when it did not start. */
  get pid(): number | null {
    return this.#handle.pid;
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

  /** Without a word, and without waiting: for the last moment of this process. */
  killNow(): void {
    if (this.#lineage !== null) killLineageNow(this.#lineage);
  }

  async #end(): Promise<GroupEnd> {
    const exit = await Promise.race([this.#exit(), this.#stopped.promise]);
    if (exit?.end !== "failed-to-start") await this.#handle.drain();
    this.#handle.close();
    const strays = this.#why === null ? await this.#endStrays() : 0;
    if (this.#why !== null) {
      await this.#stopped.promise;
      return endedBy(this.#why);
    }
    return { ...(exit ?? endedBy("exited")), strays };
  }

  async #exit(): Promise<GroupEnd> {
    const exit = await this.#handle.exit;
    if (exit.type === "failed-to-start") return failedToStart(exit.problem);
    this.#lineage?.rootEnded();
    return { ...endedBy("exited"), exitCode: exit.exitCode, signal: exit.signal };
  }

  async #endStrays(): Promise<number> {
    if (this.#lineage === null || this.#contained) return 0;
    let strays = this.count();
    // Those who are on their way out are none.
    for (let pause = 1; strays > 0 && pause <= MOST_PAUSE_MS; pause *= 2) {
      await systemClock.sleep(pause);
      strays = this.count();
    }
    if (strays === 0) return 0;
    await endLineage(this.#lineage, { clock: systemClock, graceMs: STRAY_GRACE_MS });
    return strays;
  }
}

export function endedBy(end: GroupEnd["end"]): GroupEnd {
  return { end, exitCode: null, signal: null, problem: null, strays: 0 };
}

export function failedToStart(problem: string): GroupEnd {
  return { ...endedBy("failed-to-start"), problem };
}
