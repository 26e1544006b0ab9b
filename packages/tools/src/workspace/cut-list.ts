/** What a listing may be in bytes (FS-4). */
const MOST_BYTES = 256 * 1024;

/** As many lines as fit. */
export function cutList(
  lines: readonly string[],
  mostBytes: number = MOST_BYTES,
): { readonly lines: readonly string[]; readonly omitted: number } {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > mostBytes;
  });
  if (end === -1) return { lines, omitted: 0 };
  return { lines: lines.slice(0, end), omitted: lines.length - end };
}
