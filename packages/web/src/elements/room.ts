import type { Columns } from "../face/face-state.ts";

/** As the style sheet has them (`narrow.css`). */
const THREE = "(min-width: 1101px)";
const TWO = "(min-width: 761px)";

/** How many columns fit into the window, and word when that changes. */
export class Room implements Disposable {
  readonly #three = matchMedia(THREE);
  readonly #two = matchMedia(TWO);
  readonly #tell: () => void;

  constructor(onChange: (columns: Columns) => void) {
    this.#tell = () => onChange(this.now);
    this.#three.addEventListener("change", this.#tell);
    this.#two.addEventListener("change", this.#tell);
  }

  get now(): Columns {
    if (this.#three.matches) return "three";
    return this.#two.matches ? "two" : "one";
  }

  [Symbol.dispose](): void {
    this.#three.removeEventListener("change", this.#tell);
    this.#two.removeEventListener("change", this.#tell);
  }
}
