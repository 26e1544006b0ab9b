/** Like `Promise.all` over `map`, with no more than `limit` under way. Order is kept. */
export async function mapLimited<In, Out>(
  items: readonly In[],
  limit: number,
  map: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: { readonly index: number; readonly value: Out }[] = [];
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results.push({ index, value: await map(item) });
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results.sort((a, b) => a.index - b.index).map(({ value }) => value);
}
