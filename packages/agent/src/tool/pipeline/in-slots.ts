/** Starts a task for each item, at most `slots` at a time and in order. Gives their promises at once. */
export function inSlots<T, R>(
  items: readonly T[],
  slots: number,
  task: (item: T) => Promise<R>,
): readonly Promise<R>[] {
  let free = Math.max(1, slots);
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return items.map(async (item) => {
    await enter();
    try {
      return await task(item);
    } finally {
      leave();
    }
  });
}
