/**
 * The heights of many rows below each other, some measured, some guessed: where a row begins and
 * which row is at a place, in a time that hardly grows with their number.
 */
export class Heights {
  #heights: number[] = [];
  /** Sums over growing spans (a Fenwick tree), one entry more than rows. */
  #sums: number[] = [0];

  get length(): number {
    return this.#heights.length;
  }

  get total(): number {
    return this.before(this.#heights.length);
  }

  at(index: number): number {
    return this.#heights[index] ?? 0;
  }

  /** Begins anew with these. */
  reset(heights: readonly number[]): void {
    this.#heights = [];
    this.#sums = [0];
    for (const height of heights) this.push(height);
  }

  push(height: number): void {
    const at = this.#heights.push(height);
    const span = at & -at;
    this.#sums.push(height + this.before(at - 1) - this.before(at - span));
  }

  /** Forgets the rows from here on. */
  cut(length: number): void {
    this.#heights.length = Math.min(length, this.#heights.length);
    this.#sums.length = this.#heights.length + 1;
  }

  /** Gives by how much the row has grown. */
  set(index: number, height: number): number {
    const grown = height - this.at(index);
    if (grown === 0 || index >= this.#heights.length) return 0;
    this.#heights[index] = height;
    for (let at = index + 1; at < this.#sums.length; at += at & -at) {
      this.#sums[at] = (this.#sums[at] ?? 0) + grown;
    }
    return grown;
  }

  /** How high all rows before this one are together. */
  before(index: number): number {
    let sum = 0;
    for (let at = Math.min(index, this.#heights.length); at > 0; at -= at & -at) {
      sum += this.#sums[at] ?? 0;
    }
    return sum;
  }

  /** The row at this distance from the top; the last one for what lies below. */
  rowAt(distance: number): number {
    let [index, left] = [0, distance];
    for (let step = highestBit(this.#heights.length); step > 0; step >>= 1) {
      const next = index + step;
      const sum = this.#sums[next];
      if (sum === undefined || sum > left) continue;
      index = next;
      left -= sum;
    }
    return Math.max(0, Math.min(index, this.#heights.length - 1));
  }
}

function highestBit(number: number): number {
  let bit = 1;
  while (bit * 2 <= number) bit *= 2;
  return number === 0 ? 0 : bit;
}
