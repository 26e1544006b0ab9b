import { decodeState, encodeState, isCount, type PathState, type States } from "./path-state.ts";
import type { Read } from "./read-state.ts";
import { isObject } from "./record.ts";
import type { Found } from "./walk.ts";

export type Known = { readonly stamp: string; readonly state: PathState; readonly kept: boolean };

/**
 * File systems stamp changes by a clock that ticks slowly. A file read within so much time of its
 * last change may change again under the same stamp, so what was read is not relied on.
 */
const RACY_MS = 2_500;

/** What is known of a workspace's files, so that only what changed is read again. */
export class ScanCache {
  /** Trees that are in the store for sure. */
  readonly storedTrees = new Set<string>();
  readonly #known: Map<string, Known>;
  #generation: number;
  #news = 0;

  private constructor(known: Map<string, Known>, generation: number) {
    this.#known = known;
    this.#generation = generation;
  }

  static empty(): ScanCache {
    return new ScanCache(new Map(), 0);
  }

  /** From what `encode` gave; lines that make no sense are left out. */
  static decode(value: unknown): ScanCache {
    const known = new Map<string, Known>();
    const { generation, lines } = isObject(value) ? value : {};
    for (const line of Array.isArray(lines) ? lines : []) {
      const [path, stamp, kept, ...rest]: readonly unknown[] = Array.isArray(line) ? line : [];
      const state = decodeState(rest);
      if (typeof path !== "string" || typeof stamp !== "string" || state === undefined) continue;
      known.set(path, { stamp, state, kept: kept === 1 });
    }
    return new ScanCache(known, isCount(generation) ? generation : 0);
  }

  /** What came in since it was last encoded. */
  get news(): number {
    return this.#news;
  }

  /** What is known of a file that has not changed since; null when it must be read. */
  find({ path, stat }: Found): Known | null {
    const known = this.#known.get(path);
    return known === undefined || known.stamp !== stat.stamp ? null : known;
  }

  markKept(path: string): void {
    const known = this.#known.get(path);
    if (known !== undefined) this.#known.set(path, { ...known, kept: true });
  }

  note(
    path: string,
    { state, stat }: Read,
    { startedAt, kept }: { readonly startedAt: number; readonly kept: boolean },
  ): void {
    this.#news++;
    const settled = stat !== undefined && stat.changedAt + RACY_MS < startedAt;
    if (!settled || state?.kind !== "file") this.#known.delete(path);
    else this.#known.set(path, { stamp: stat.stamp, state, kept });
  }

  /** A file that was not read: as long as it stays the same, those who only look see the same. */
  noteUnread({ path, stat }: Found, state: PathState): void {
    this.#known.set(path, { stamp: stat.stamp, state, kept: false });
  }

  /** After a sweep nobody knows which copies are left. */
  follow(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.storedTrees.clear();
    for (const [path, known] of this.#known) this.#known.set(path, { ...known, kept: false });
  }

  /** Only paths that a whole scan has just seen. */
  encode(seen: States): unknown {
    this.#news = 0;
    const lines = [...this.#known]
      .filter(([path]) => seen.has(path))
      .map(([path, { stamp, state, kept }]) => [path, stamp, kept ? 1 : 0, ...encodeState(state)]);
    return { generation: this.#generation, lines };
  }
}
