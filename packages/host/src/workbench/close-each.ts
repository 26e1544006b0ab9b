/**
 * Closes one after the other, each whatever came of those before it: what stays open keeps jobs and locks. Rejects with
 * the first failure, at the end.
 */
export async function closeEach(
  closings: readonly (() => PromiseLike<void> | undefined)[],
): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closings) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
