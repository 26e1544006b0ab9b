import type { Host } from "../open.ts";
import { messageOf } from "../workbench/custom/message-of.ts";
import { isLearning } from "./place.ts";

/** What became of a wish to learn now. */
export type Enqueued =
  /** It is under way, done, or next behind what this process is at. */
  | "accepted"
  /** Another process is at it. */
  | "busy";

type Wish = { readonly atOnce?: true; readonly onBegun?: () => void };

/** Learns in the background, once for each project and process; what happened is in its log, not in a turn. */
export class Learner implements AsyncDisposable {
  readonly #begun = new Set<string>();
  readonly #problems = new Map<string, string>();
  readonly #stop = new AbortController();
  #work: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Where somebody begins a session. Returns at once. */
  begin(host: Host): void {
    if (!isLearning(host) || this.#begun.has(host.cwd)) return;
    this.#begun.add(host.cwd);
    // A disk that fails is told by whoever needs it; nobody asked for this to be said now.
    void this.#queue(host, {}).catch(() => {});
  }

  /**
   * The user asks for it; it is done behind what is under way. Resolves when it has begun, at once when it has to wait,
   * and rejects when the disk fails before. What fails later is `problemOf`.
   */
  async enqueue(host: Host): Promise<Enqueued> {
    const isBehind = this.#waiting > 0;
    const { promise: begun, resolve } = Promise.withResolvers<Enqueued>();
    const onBegun = (): void => resolve("accepted");
    const done = this.#queue(host, { atOnce: true, onBegun });
    if (!isBehind) return Promise.race([begun, done]);
    // It is told by `problemOf`.
    done.catch(() => {});
    return "accepted";
  }

  /** What kept the last run of a project from its end, for those who look; null: nothing did. */
  problemOf({ cwd }: Pick<Host, "cwd">): string | null {
    return this.#problems.get(cwd) ?? null;
  }

  /** Resolves when nothing is under way. */
  async whenIdle(): Promise<void> {
    await this.#work;
  }

  #queue(host: Host, wish: Wish): Promise<Enqueued> {
    this.#waiting++;
    const done = this.#learn(this.#work, host, wish).finally(() => this.#waiting--);
    this.#work = done.catch(() => {});
    return done;
  }

  async #learn(before: Promise<unknown>, host: Host, wish: Wish): Promise<Enqueued> {
    await before;
    const { signal } = this.#stop;
    if (signal.aborted) return "accepted";
    this.#problems.delete(host.cwd);
    try {
      const { learnHere } = await import("./learn-here.ts");
      const { type } = await learnHere(host, { signal, ...wish });
      if (type !== "busy") return "accepted";
      if (wish.atOnce) this.#problems.set(host.cwd, "another process was reading the sessions");
      return "busy";
    } catch (error) {
      this.#problems.set(host.cwd, messageOf(error));
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#work;
  }
}
