/** From this length on words are compared instead of letters. */
export const LONG_TEXT = 2000;

/** How much two texts are alike, from 0 to 1 (TRN-4). Linear in time for long ones. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  return Math.max(a.length, b.length) > LONG_TEXT ? tokenOverlap(a, b) : editRatio(a, b);
}

/** 1 − Levenshtein distance / longer length. */
function editRatio(a: string, b: string): number {
  const [one, other] = [Array.from(a), Array.from(b)];
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 1 : 1 - editDistance(one, other) / longer;
}

function editDistance(a: readonly string[], b: readonly string[]): number {
  let above = Uint16Array.from({ length: b.length + 1 }, (_, at) => at);
  let row = new Uint16Array(b.length + 1);
  for (const [i, char] of a.entries()) {
    row[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const change = (above[j] ?? 0) + (char === b[j] ? 0 : 1);
      row[j + 1] = Math.min(change, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1);
    }
    [above, row] = [row, above];
  }
  return above[b.length] ?? 0;
}

/** Words that both have, counted as often as they occur, as a part of the larger count. */
function tokenOverlap(a: string, b: string): number {
  const one = countTokens(a);
  const other = countTokens(b);
  let shared = 0;
  for (const [token, count] of one.counts) shared += Math.min(count, other.counts.get(token) ?? 0);
  const larger = Math.max(one.total, other.total);
  return larger === 0 ? 0 : shared / larger;
}

/** Scripts without spaces are taken letter by letter. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

function countTokens(text: string): {
  readonly counts: Map<string, number>;
  readonly total: number;
} {
  const counts = new Map<string, number>();
  let total = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    counts.set(token, (counts.get(token) ?? 0) + 1);
    total++;
  }
  return { counts, total };
}
