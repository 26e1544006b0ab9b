import { compareKeys, pathKey } from "./path-order.ts";
import type { FileHit, Found, Query } from "./query.ts";

type Kept = { readonly key: string; readonly hit: FileHit; readonly weight: number };

/** After so many more than wanted nobody needs the exact number. */
const ENOUGH_FACTOR = 4;
const ENOUGH_LEAST = 2_000;

/** The most matched lines of one file that are looked at: one more than can be shown. */
export function mostPerFile({ wanted }: Pick<Query, "wanted">): number {
  return wanted + 1;
}

/**
 * Takes hits in any order and keeps those that come first by path, as many as are wanted: what is
 * kept depends on the tree alone, not on which thread was faster.
 */
export class Harvest {
  readonly #query: Query;
  #kept: Kept[] = [];
  #keptWeight = 0;
  /** What comes behind this is not wanted any more. */
  #last: string | null = null;
  #total = 0;
  #files = 0;
  #isCapped = false;

  constructor(query: Query) {
    this.#query = query;
  }

  add(hit: FileHit): void {
    if (!this.#query.fits(hit.path) || !this.#query.mayTell(hit.path)) return;
    const weight = this.#weightOf(hit);
    this.#files += 1;
    this.#total += this.#query.output === "count" ? hit.count : weight;
    if (weight >= mostPerFile(this.#query)) this.#isCapped = true;
    const key = pathKey(hit.path);
    if (this.#last !== null && key > this.#last) return;
    this.#kept.push({ key, hit, weight });
    this.#keptWeight += weight;
    if (this.#keptWeight > 2 * mostPerFile(this.#query)) this.#trim();
  }

  /** There are so many that it pays to look for the first ones only. */
  get isPlenty(): boolean {
    return this.#query.output !== "count" && this.#total > enoughFor(this.#query);
  }

  /** For hits that come sorted by path: what is still to come is not wanted. */
  get isFull(): boolean {
    return this.#query.output !== "count" && this.#total > this.#query.wanted;
  }

  end({ unreadable }: { readonly unreadable: number }): Found {
    this.#trim();
    const isExact = !this.#isCapped && !this.isPlenty;
    const hits = this.#kept.map(({ hit }) => hit);
    return { hits, total: this.#total, files: this.#files, isExact, unreadable };
  }

  #weightOf({ lines, isBinary }: FileHit): number {
    if (this.#query.output !== "content") return 1;
    let matched = isBinary ? 1 : 0;
    for (const line of lines) if (line.isMatch) matched += 1;
    return matched;
  }

  #trim(): void {
    this.#kept.sort((a, b) => compareKeys(a.key, b.key));
    let weight = 0;
    const end = this.#kept.findIndex((kept) => {
      weight += kept.weight;
      return weight >= this.#query.wanted;
    });
    if (end === -1) return;
    this.#kept.length = end + 1;
    this.#keptWeight = weight;
    this.#last = this.#kept[end]?.key ?? null;
  }
}

function enoughFor({ wanted }: Query): number {
  return Math.max(ENOUGH_LEAST, ENOUGH_FACTOR * wanted);
}
