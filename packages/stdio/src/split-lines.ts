/** A line, or how long one was that is too long to be read. */
export type Line =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "too_long"; readonly bytes: number };

const NEWLINE = 0x0a;

/**
 * Cuts bytes into lines and keeps the tail until the rest of it comes (PROT-6). A line above `most` bytes is
 * thrown away as it comes in: it costs no memory.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Line, void, void> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const take = (): Line => {
    const line: Line =
      bytes > most
        ? { kind: "too_long", bytes }
        : { kind: "line", text: new TextDecoder().decode(Buffer.concat(parts)) };
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, at));
      bytes += at - start;
      yield take();
      start = at + 1;
    }
    const rest = chunk.subarray(start);
    bytes += rest.length;
    if (bytes > most) parts = [];
    else if (rest.length > 0) parts.push(rest);
  }
  if (bytes > 0) yield take();
}
