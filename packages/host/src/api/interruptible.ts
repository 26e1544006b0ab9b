/**
 * A stream that can be ended while somebody waits for its next item: a generator alone would take
 * the wish to end only after that item.
 */
export function interruptible<T>(
  outer: AbortSignal,
  make: (signal: AbortSignal) => AsyncGenerator<T, void, void>,
): AsyncIterableIterator<T> {
  const own = new AbortController();
  const items = make(AbortSignal.any([outer, own.signal]));
  const end = (): Promise<IteratorResult<T, void>> => {
    own.abort();
    outer.removeEventListener("abort", leave);
    return items.return();
  };
  // Who has stopped reading leaves as well when the client does.
  const leave = (): void => void end();
  outer.addEventListener("abort", leave, { once: true });
  return {
    next: () => items.next(),
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
