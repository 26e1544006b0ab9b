import { openEmbedChild } from "./embed-child.ts";
import type { EmbedChild } from "./embed-child.ts";
import { EmbedError } from "./embedder.ts";
import type { Embedder, EmbedOptions } from "./embedder.ts";
import type { ModelFiles } from "./model-files.ts";

export type LocalEmbedderOptions = {
  /** Where the model lies; null when it is not installed. Asked at the first text. */
  readonly files: () => Promise<ModelFiles | null>;
  readonly clock: { timer(ms: number, fire: () => void): { cancel(): void } };
  /** How many texts are worked on at the same time; each child takes about 200 MB. */
  readonly children?: number;
};

export const LOCAL_MODEL = "all-MiniLM-L6-v2";
const DIMENSIONS = 384;
/** What lies far behind what the model reads need not travel. */
const LONGEST_TEXT = 1_000;
/** Small enough that something urgent soon gets its turn. */
const AT_ONCE = 4;
const IDLE_MS = 60_000;
const MISSING = "The local embedding model is not installed; memory is searched by words alone.";

type Job = PromiseWithResolvers<readonly Float32Array[]> & { readonly texts: readonly string[] };

/**
 * all-MiniLM-L6-v2 in child processes: nothing leaves the machine, no thread of ours is blocked, and its memory is not
 * ours. A child is started at the first text and ended when it was idle for a minute.
 */
export function localEmbedder(options: LocalEmbedderOptions): Embedder {
  const pool = new ChildPool(options);
  return {
    name: LOCAL_MODEL,
    dimensions: DIMENSIONS,
    embed: (texts, { signal, urgent = false }: EmbedOptions = {}) =>
      pool.embed(texts, signal ?? null, urgent),
    close: () => pool.close(),
  };
}

class ChildPool {
  readonly #options: LocalEmbedderOptions;
  readonly #queue: Job[] = [];
  readonly #children = new Map<EmbedChild, boolean>();
  #files: Promise<ModelFiles | null> | null = null;
  #rest: { cancel(): void } | null = null;
  #isClosed = false;

  constructor(options: LocalEmbedderOptions) {
    this.#options = options;
  }

  async embed(
    texts: readonly string[],
    signal: AbortSignal | null,
    urgent: boolean,
  ): Promise<readonly Float32Array[]> {
    const jobs: Job[] = [];
    for (let at = 0; at < texts.length; at += AT_ONCE) {
      const some = texts.slice(at, at + AT_ONCE).map((text) => text.slice(0, LONGEST_TEXT));
      jobs.push({ ...Promise.withResolvers<readonly Float32Array[]>(), texts: some });
    }
    if (urgent) this.#queue.unshift(...jobs);
    else this.#queue.push(...jobs);
    const drop = (): void => {
      for (const job of jobs) this.#drop(job, signal?.reason);
    };
    signal?.addEventListener("abort", drop, { once: true });
    if (signal?.aborted === true) drop();
    const all = Promise.all(jobs.map((job) => job.promise));
    void this.#work();
    try {
      return (await all).flat();
    } finally {
      signal?.removeEventListener("abort", drop);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#rest?.cancel();
    for (const child of this.#children.keys()) child.end();
    this.#children.clear();
    this.#failAll(new EmbedError("The embedding model was closed."));
  }

  async #work(): Promise<void> {
    this.#rest?.cancel();
    const files = await (this.#files ??= this.#options.files());
    if (this.#isClosed) return;
    if (files === null) {
      this.#failAll(new EmbedError(MISSING));
      return;
    }
    while (this.#queue.length > 0) {
      const child = this.#freeChild(files);
      const job = child === null ? undefined : this.#queue.shift();
      if (child === null || job === undefined) return;
      this.#children.set(child, true);
      void child
        .embed(job.texts)
        .then(job.resolve, job.reject)
        .finally(() => this.#done(child));
    }
  }

  #freeChild(files: ModelFiles): EmbedChild | null {
    for (const [child, busy] of this.#children) if (!busy) return child;
    if (this.#children.size >= (this.#options.children ?? 1)) return null;
    const child = openEmbedChild(files);
    this.#children.set(child, false);
    return child;
  }

  #done(child: EmbedChild): void {
    if (child.isGone) this.#children.delete(child);
    else if (this.#children.has(child)) this.#children.set(child, false);
    if (this.#isClosed) return;
    if (this.#queue.length > 0) void this.#work();
    else if (![...this.#children.values()].includes(true)) this.#restSoon();
  }

  #restSoon(): void {
    this.#rest?.cancel();
    this.#rest = this.#options.clock.timer(IDLE_MS, () => {
      for (const child of this.#children.keys()) child.end();
      this.#children.clear();
    });
  }

  #drop(job: Job, reason: unknown): void {
    const at = this.#queue.indexOf(job);
    if (at >= 0) this.#queue.splice(at, 1);
    job.reject(reason instanceof Error ? reason : new Error("aborted"));
  }

  #failAll(error: EmbedError): void {
    for (const job of this.#queue.splice(0)) job.reject(error);
  }
}
