/**
 * What a whole text adds to the deltas that came before it. Where the two disagree the deltas
 * stay as they are: they were already shown.
 */
export function remainder(whole: string, have: string): string {
  return whole.startsWith(have) ? whole.slice(have.length) : "";
}
