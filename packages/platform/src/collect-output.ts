const MAX_BYTES = 64 * 1024;

/** Gathers output up to 64 KB; what comes after that is dropped. */
export function collectOutput() {
  const chunks: Uint8Array[] = [];
  let room = MAX_BYTES;
  return {
    push(chunk: Uint8Array): void {
      const kept = chunk.subarray(0, room);
      room -= kept.length;
      if (kept.length > 0) chunks.push(kept);
    },
    text: (): string => Buffer.concat(chunks).toString("utf8"),
  };
}
