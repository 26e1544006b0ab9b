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
  return {
    next: () => items.next(),
    return: () => {
      own.abort();
      return items.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
