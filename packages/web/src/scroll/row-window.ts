import type { Item, View } from "@squire/client";
import type { Citation } from "@squire/protocol";
import { Heights } from "./heights.ts";
import { CitationIndex, guessHeight, rowsOf, type Rows } from "./rows.ts";

/** Rows beyond the edges that are there already when somebody scrolls. */
const AHEAD = 600;
const EMPTY: Rows = { length: 0, settled: 0, at: () => undefined };

/** A place in the rows that stays where it is when others come above it. */
export type Anchor = { readonly id: string; readonly into: number };

/** Which rows can be seen, by the heights that were measured and guesses for the rest. */
export class RowWindow {
  readonly #heights = new Heights();
  readonly #measured = new Map<string, number>();
  readonly #citations = new CitationIndex();
  #rows: Rows = EMPTY;

  get length(): number {
    return this.#rows.length;
  }

  get total(): number {
    return this.#heights.total;
  }

  /** `isNew`: the rows were begun anew, or others came above them. */
  update(older: readonly Item[], view: View, isNew: boolean): void {
    const { settled } = this.#rows;
    this.#rows = rowsOf(older, view);
    this.#citations.update(this.#rows, isNew);
    this.#heights.cut(isNew ? 0 : settled);
    for (let at = this.#heights.length; at < this.#rows.length; at++) {
      const item = this.#rows.at(at);
      this.#heights.push(this.#measured.get(item?.id ?? "") ?? guessHeight(item));
    }
  }

  citationsOf(item: Item): readonly Citation[] {
    return this.#citations.of(item);
  }

  at(index: number): Item | undefined {
    return this.#rows.at(index);
  }

  before(index: number): number {
    return this.#heights.before(index);
  }

  height(index: number): number {
    return this.#heights.at(index);
  }

  /** The first row that is seen when so much is scrolled away. */
  rowAt(top: number): number {
    return this.#heights.rowAt(Math.max(0, top));
  }

  /** The rows to draw for a part of this height, with some before and behind it. */
  range(top: number, height: number): readonly [number, number] {
    const { length } = this.#heights;
    const start = this.rowAt(top - AHEAD);
    const end = this.rowAt(top + height + AHEAD) + 1;
    return [Math.min(start, length), Math.min(end, length)];
  }

  /** Where a row is among those from `first` on that begin above `bottom`; `first` for any other. */
  placeOf(id: string | null, first: number, bottom: number): number {
    for (let at = first; at < this.length && this.before(at) < bottom; at++) {
      if (this.#rows.at(at)?.id === id) return at;
    }
    return first;
  }

  /** Nobody has measured the row yet. */
  isGuessed(index: number): boolean {
    return !this.#measured.has(this.#rows.at(index)?.id ?? "");
  }

  /** Gives by how much the row has grown. */
  measure(index: number, height: number): number {
    const id = this.#rows.at(index)?.id;
    if (id !== undefined) this.#measured.set(id, height);
    return this.#heights.set(index, height);
  }

  anchorAt(top: number): Anchor | null {
    const at = this.rowAt(top);
    const item = this.#rows.at(at);
    return item === undefined ? null : { id: item.id, into: top - this.before(at) };
  }

  find(id: string): number | null {
    for (let at = this.#rows.length - 1; at >= 0; at--) if (this.#rows.at(at)?.id === id) return at;
    return null;
  }
}
