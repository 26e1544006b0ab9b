import type { Pieces } from "../../files/file-tree.ts";
import { ArchiveProblem, MOST } from "./archive.ts";
import { unpack } from "./unpack.ts";

/** Bytes that are read from the front, one after the other. */
export type ByteStream = {
  /** Fewer only at the end. */
  take(length: number): Promise<Uint8Array>;
  skip(length: number): Promise<void>;
};

/** What is not packed can be skipped without reading it. */
export function plainStream(file: Pieces): ByteStream {
  let position = 0;
  return {
    async take(length) {
      const bytes = await file.read(position, length);
      position += bytes.length;
      return bytes;
    },
    skip(length) {
      position += length;
      return Promise.resolve();
    },
  };
}

/** Unpacks as much as is asked for, and altogether no more than is reasonable. */
export function gzipStream(file: Pieces): ByteStream {
  const pieces = unpack(file, "gzip");
  let rest: Uint8Array = new Uint8Array(0);
  let total = 0;
  const more = async (): Promise<boolean> => {
    const next = await pieces.next();
    if (next.done === true) return false;
    rest = next.value;
    total += rest.length;
    if (total > MOST.unpackedBytes) {
      throw new ArchiveProblem("It unpacks to more than 512 MB. Use bash to unpack what you need.");
    }
    return true;
  };
  /** Hands on up to `length` bytes, piece by piece. */
  const pull = async (length: number, onPiece: (piece: Uint8Array) => void): Promise<void> => {
    for (let left = length; left > 0;) {
      if (rest.length === 0 && !(await more())) return;
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      onPiece(piece);
    }
  };
  return {
    async take(length) {
      const taken: Uint8Array[] = [];
      await pull(length, (piece) => taken.push(piece));
      return Buffer.concat(taken);
    },
    skip: (length) => pull(length, () => {}),
  };
}
