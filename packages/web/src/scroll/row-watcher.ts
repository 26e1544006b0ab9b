export type SizedRow = { readonly at: number; readonly height: number };

/** Tells how high rows are that are in the page, and when they or what they are seen through change. */
export class RowWatcher {
  readonly #observer: ResizeObserver;
  #rows = new Map<Element, number>();
  #frame: Element | null = null;

  constructor(tell: (rows: readonly SizedRow[]) => void) {
    this.#observer = new ResizeObserver((entries) => {
      tell(
        entries.flatMap(({ target, borderBoxSize }) => {
          const at = this.#rows.get(target);
          const height = borderBoxSize[0]?.blockSize;
          return at === undefined || height === undefined ? [] : [{ at, height }];
        }),
      );
    });
  }

  /** From now on these, each with its index in `data-at`. Of the frame no row is told. */
  watch(frame: Element | null, rows: Iterable<Element>): void {
    if (frame !== this.#frame && frame !== null) this.#observer.observe(frame);
    this.#frame = frame;
    const next = new Map<Element, number>();
    for (const row of rows) {
      next.set(row, Number(row.getAttribute("data-at")));
      if (!this.#rows.has(row)) this.#observer.observe(row);
    }
    for (const row of this.#rows.keys()) if (!next.has(row)) this.#observer.unobserve(row);
    this.#rows = next;
  }

  stop(): void {
    this.#observer.disconnect();
    this.#rows.clear();
    this.#frame = null;
  }
}
