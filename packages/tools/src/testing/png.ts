import { crc32, deflateSync } from "node:zlib";

export type Pixels = {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha; row by row. */
  readonly rgba: Uint8Array;
};

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A PNG file; without alpha where nothing is clear. */
export function encodePng({ width, height, rgba }: Pixels): Uint8Array {
  const channels = isOpaque(rgba) ? 3 : 4;
  const rowBytes = width * channels;
  const raw = new Uint8Array((rowBytes + 1) * height);
  const [row, above] = [new Uint8Array(rowBytes), new Uint8Array(rowBytes)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < channels; channel++) {
        row[x * channels + channel] = rgba[(y * width + x) * 4 + channel] ?? 0;
      }
    }
    // The difference to the row above packs well for screens and photographs alike.
    raw[(rowBytes + 1) * y] = 2;
    for (let at = 0; at < rowBytes; at++) {
      raw[(rowBytes + 1) * y + 1 + at] = (row[at] ?? 0) - (above[at] ?? 0);
    }
    above.set(row);
  }
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, channels === 3 ? 2 : 6, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
