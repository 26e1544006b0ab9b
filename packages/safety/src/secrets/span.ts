/** Where a secret stands in a text. */
export type Span = { readonly start: number; readonly end: number; readonly kind: string };

/** In order and without overlaps: of two that overlap, the earlier and then the longer one counts. */
export function settleSpans(spans: readonly Span[]): readonly Span[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const settled: Span[] = [];
  for (const span of sorted) {
    const last = settled.at(-1);
    if (last === undefined || span.start >= last.end) settled.push(span);
    // What sticks out of the earlier one belongs to the secret as well.
    else if (span.end > last.end) settled[settled.length - 1] = { ...last, end: span.end };
  }
  return settled;
}
