import type { Host } from "../open.ts";
import { isLearning } from "./place.ts";

/** Learns in the background, once for each project and process; what happened is in its log, not in a turn. */
export class Learner implements AsyncDisposable {
  readonly #begun = new Set<string>();
  readonly #stop = new AbortController();
  #work: Promise<void> = Promise.resolve();

  /** Where somebody begins a session. Returns at once. */
  begin(host: Host): void {
    if (!isLearning(host) || this.#begun.has(host.cwd)) return;
    this.#begun.add(host.cwd);
    this.#work = this.#learn(this.#work, host, {});
  }

  /** The user asks for it; it is done behind what is under way. */
  enqueue(host: Host): void {
    this.#work = this.#learn(this.#work, host, { atOnce: true });
  }

  /** Resolves when nothing is under way. */
  whenIdle(): Promise<void> {
    return this.#work;
  }

  async #learn(before: Promise<void>, host: Host, wish: { readonly atOnce?: true }): Promise<void> {
    await before;
    const { signal } = this.#stop;
    if (signal.aborted) return;
    try {
      const { learnHere } = await import("./learn-here.ts");
      await learnHere(host, { signal, ...wish });
    } catch {
      // A disk that fails is told by whoever needs it; nobody asked for this to be said now.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }
}
