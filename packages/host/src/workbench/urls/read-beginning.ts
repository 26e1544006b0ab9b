import { open } from "node:fs/promises";

/** As much of a file as is ever shown, and how large it is. */
export async function readBeginning(
  path: string,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly size: number }> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const bytes = new Uint8Array(Math.min(size, most));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return { bytes: bytes.subarray(0, length), size };
}
