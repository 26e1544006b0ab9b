import { constants, open, type FileHandle } from "node:fs/promises";

export type Beginning = {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly size: number;
};

/** Up to `most` bytes of a plain file, without following a link at its end. */
export async function firstBytes(
  path: string,
  most: number,
  signal: AbortSignal,
): Promise<Beginning> {
  // It may have become a pipe or a link since it was looked at: neither is waited for or followed.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const { size } = await file.stat();
    // Some files of the system have no size until they are read.
    const bytes = await readUpTo(file, { most, likely: size + 1 }, signal);
    return { bytes, size: Math.max(size, bytes.length) };
  } finally {
    await file.close();
  }
}

async function readUpTo(
  file: FileHandle,
  { most, likely }: { readonly most: number; readonly likely: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  let bytes = new Uint8Array(Math.min(most, Math.max(likely, 4_096)));
  let length = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === most) return bytes.subarray(0, length);
    if (length === bytes.length) {
      const larger = new Uint8Array(Math.min(most, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
    }
  }
}
