/** What one answer may take, in bytes (Appendix D). */
export const MOST_BYTES = 256 * 1024;

/** As many lines as fit. */
export function fitting(
  lines: readonly string[],
  most: number = MOST_BYTES,
): { readonly lines: readonly string[]; readonly isCut: boolean } {
  let bytes = 0;
  for (const [at, line] of lines.entries()) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > most) return { lines: lines.slice(0, at), isCut: true };
  }
  return { lines, isCut: false };
}

/** 12345 as 12,345, the same on every machine. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
