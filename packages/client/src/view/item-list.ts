/**
 * A list that only grows, shared by all views that came one after the other: adding costs the same
 * however long it is. What is in it below a view's length never changes.
 */
export class ItemList<T> implements Iterable<T> {
  readonly #all: T[];
  readonly length: number;

  private constructor(all: T[], length: number) {
    this.#all = all;
    this.length = length;
  }

  static empty<T>(): ItemList<T> {
    return new ItemList<T>([], 0);
  }

  at(index: number): T | undefined {
    return index < 0 || index >= this.length ? undefined : this.#all[index];
  }

  /** From an index up to the end: what a screen has not printed yet. */
  from(index: number): readonly T[] {
    return this.#all.slice(Math.max(0, index), this.length);
  }

  add(items: readonly T[]): ItemList<T> {
    if (items.length === 0) return this;
    // When somebody went on from this view before, they keep theirs.
    const isNewest = this.#all.length === this.length;
    const all = isNewest ? this.#all : this.#all.slice(0, this.length);
    for (const item of items) all.push(item);
    return new ItemList(all, all.length);
  }

  *[Symbol.iterator](): Iterator<T> {
    yield* this.from(0);
  }
}
