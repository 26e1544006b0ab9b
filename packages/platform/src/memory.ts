/**
 * Frees what nobody refers to any more, at once. The runtime waits until its heap has doubled, which
 * is much for somebody who walks through more data than memory should hold.
 */
export function freeMemory(): void {
  Bun.gc(true);
}
