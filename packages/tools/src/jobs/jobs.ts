import type { ToolContext } from "@squire/agent";
import { ToolError } from "@squire/agent";
import type { Processes } from "@squire/platform";
import type { Launch } from "../shell/launch.ts";
import { Job } from "./job.ts";

/** More would be a leak. The oldest that have ended are forgotten first. */
const MOST_RUNNING = 32;
const MOST_ENDED = 64;

/** The commands that run in the background. What is left ends when it is disposed of. */
export class Jobs implements AsyncDisposable {
  readonly #processes: Processes;
  readonly #mostArtifactBytes: number;
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Set<() => void>();
  #count = 0;

  constructor(processes: Processes, mostArtifactBytes: number) {
    this.#processes = processes;
    this.#mostArtifactBytes = mostArtifactBytes;
  }

  /** Fails with `ToolError` when it does not start. */
  start(
    launch: Launch,
    { command, context }: { readonly command: string; readonly context: ToolContext },
  ): Job {
    if (this.running().length >= MOST_RUNNING) {
      throw new ToolError(`${MOST_RUNNING} jobs are running already; stop one first.`);
    }
    const about = { id: `job_${this.#count + 1}`, sessionId: context.sessionId, command };
    const keep = { ...context, mostArtifactBytes: this.#mostArtifactBytes };
    const job = new Job(about, (onOutput) => this.#run(launch, context, onOutput), keep);
    this.#count++;
    this.#jobs.set(job.id, job);
    this.#forget();
    this.#tell();
    void job.ended.finally(() => this.#tell());
    return job;
  }

  /** Of one session, the oldest first. */
  of(sessionId: string): readonly Job[] {
    return [...this.#jobs.values()].filter((job) => job.sessionId === sessionId);
  }

  /** Fails with `ToolError` when the session has no such job. */
  find(id: string, sessionId: string): Job {
    const job = this.#jobs.get(id);
    if (job?.sessionId === sessionId) return job;
    const known = this.of(sessionId).map((one) => one.id);
    const hint = known.length === 0 ? "There are none." : `There are: ${known.join(", ")}.`;
    throw new ToolError(`There is no job ${id}. ${hint}`);
  }

  running(): readonly Job[] {
    return [...this.#jobs.values()].filter(({ end }) => end === null);
  }

  /** Calls back whenever a job begins or ends, until it is cancelled. */
  onChange(listener: () => void): { cancel(): void } {
    this.#listeners.add(listener);
    return { cancel: () => void this.#listeners.delete(listener) };
  }

  /** All at once: each takes two seconds at most to end by itself (SH-14). */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.running().map((job) => job.stop()));
  }

  #run(launch: Launch, { clock }: ToolContext, onOutput: (chunk: Uint8Array) => Promise<void>) {
    const { program, env, cwd } = launch;
    const running = this.#processes.start(program, { env, cwd, clock, onOutput });
    if (running instanceof Error) {
      throw new ToolError(`The command could not be started: ${running.message}`);
    }
    return running;
  }

  #forget(): void {
    const ended = [...this.#jobs.values()].filter(({ end }) => end !== null);
    for (const { id } of ended.slice(0, -MOST_ENDED)) this.#jobs.delete(id);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
