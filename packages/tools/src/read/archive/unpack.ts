import { ArchiveProblem } from "./archive.ts";

/** So many compressed bytes at a time: they cannot become more than a thousand times as many. */
const PIECE_BYTES = 16 * 1024;

/** Compressed bytes, in pieces, from wherever they are. */
export type Packed = {
  readonly size: number;
  read(position: number, length: number): Promise<Uint8Array>;
};

/**
 * What comes out of compressed bytes, in pieces. Whoever has enough stops asking, and nothing more
 * is unpacked. Throws `ArchiveProblem` when the data is broken.
 */
export async function* unpack(
  packed: Packed,
  form: "deflate" | "gzip",
): AsyncGenerator<Uint8Array> {
  const { Gunzip, Inflate } = await import("fflate");
  const ready: Uint8Array[] = [];
  const stream = form === "gzip" ? new Gunzip() : new Inflate();
  stream.ondata = (piece) => void ready.push(piece);
  for (let position = 0; position < packed.size;) {
    const piece = await packed.read(position, PIECE_BYTES);
    if (piece.length === 0) throw new ArchiveProblem("It ends too early.");
    position += piece.length;
    try {
      stream.push(piece, position >= packed.size);
    } catch (error) {
      throw new ArchiveProblem("The packed data is broken.", { cause: error });
    }
    yield* ready.splice(0);
  }
}

/** The first bytes of what comes in pieces. */
export async function firstOf(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly isAll: boolean }> {
  const taken: Uint8Array[] = [];
  let length = 0;
  let isAll = true;
  for await (const piece of pieces) {
    taken.push(piece);
    length += piece.length;
    if (length <= most) continue;
    isAll = false;
    break;
  }
  return { bytes: Buffer.concat(taken, length).subarray(0, most), isAll };
}
