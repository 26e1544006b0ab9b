/**
 * How well a name fits what was typed: higher is better, null is not at all. All letters must come
 * in order; letters at the start, after a separator and side by side count more.
 */
export function fuzzyScore(query: string, name: string): number | null {
  const wanted = query.toLowerCase();
  const text = name.toLowerCase();
  if (wanted === "") return 0;
  const whole = text.indexOf(wanted);
  if (whole === 0) return 1000 - text.length;
  if (whole > 0) return 500 - whole - text.length / 100 + (isStart(name, whole) ? 200 : 0);
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    score += next === at + 1 ? 8 : isStart(name, next) ? 6 : 1;
    at = next;
  }
  return score - text.length / 100;
}

function isStart(name: string, at: number): boolean {
  return at === 0 || /[\s/_.:-]/.test(name[at - 1] ?? "");
}

/** The items that fit, best first; equal ones keep their order. */
export function fuzzyRank<T>(
  items: readonly T[],
  query: string,
  nameOf: (item: T) => readonly string[],
): readonly T[] {
  const scored = items.flatMap((item, index) => {
    const scores = nameOf(item).flatMap((name) => fuzzyScore(query, name) ?? []);
    return scores.length === 0 ? [] : [{ item, index, score: Math.max(...scores) }];
  });
  return scored.sort((a, b) => b.score - a.score || a.index - b.index).map(({ item }) => item);
}
