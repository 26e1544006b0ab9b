/**
 * A list that only grows, shared by all views that came one after the other: adding costs the same
 * however long it is. What is in it below a view's length never changes.
 */
export class ItemList<T> implements Iterable<T> {
  static readonly #empty = new ItemList<never>([], 0);

  readonly #all: T[];
  readonly length: number;

  private constructor(all: T[], length: number) {
    this.#all = all;
    this.length = length;
  }

  static empty<T>(): ItemList<T> {
    return ItemList.#empty;
  }

  at(index: number): T | undefined {
    return index < 0 || index >= this.length ? undefined : this.#all[index];
  }

  /** From an index up to the end: what a screen has not printed yet. */
  from(index: number): readonly T[] {
    return this.#all.slice(Math.max(0, index), this.length);
  }

  add(...items: readonly T[]): ItemList<T> {
    if (items.length === 0) return this;
    // Somebody went on from this view before: they keep theirs.
    const all = this.#all.length === this.length && this.length > 0 ? this.#all : this.from(0);
    const own = all === this.#all ? this.#all : [...all];
    own.push(...items);
    return new ItemList(own, this.length + items.length);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index++) yield this.#all[index] as T;
  }
}
