import type { MemoryIndex } from "@squire/memory";

/** Raised when the same log is read in another way: what was indexed before is read again. */
const READING = 2;

/** Of a session in the index: another one means that it is to be read. */
export function sessionHash(updatedAt: number): string {
  return `${updatedAt}.${READING}`;
}

/** Whether the user wants nothing of it as it is, whichever way it was read when they said so. */
export function isSessionForgotten(
  index: Pick<MemoryIndex, "isForgotten">,
  { id, updatedAt }: { readonly id: string; readonly updatedAt: number },
): boolean {
  const hashes = [sessionHash(updatedAt), `${updatedAt}`];
  return hashes.some((hash) => index.isForgotten(`session:${id}`, hash));
}
