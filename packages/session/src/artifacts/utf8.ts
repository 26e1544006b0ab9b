/** How many bytes at the end are the beginning of a character whose rest is missing. */
export function unfinishedTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return lengthOf(byte) > back ? back : 0;
  }
  return 0;
}

/** How many bytes at the start belong to a character that began before them. */
export function strayHead(bytes: Uint8Array): number {
  let count = 0;
  while (count < Math.min(3, bytes.length) && isContinuation(bytes[count] ?? 0)) count++;
  return count;
}

/** Bytes that are no UTF-8 become U+FFFD; a byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Of the character that a byte begins. */
function lengthOf(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
