import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { rejectionOf } from "@squire/testkit";
import { fitImage, ImageProblem } from "./image.ts";

const LIMITS = { side: 2_000, bytes: 5 * 1024 * 1024 };

/** A real picture of a kind, from a bitmap of noise or of one colour. */
async function picture(
  kind: "png" | "jpeg" | "webp",
  width: number,
  height: number,
  { noisy = false } = {},
): Promise<Uint8Array> {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bitmap = Buffer.alloc(54 + rowBytes * height, 0x60);
  bitmap.write("BM", "latin1");
  bitmap.writeUInt32LE(bitmap.length, 2);
  bitmap.writeUInt32LE(0, 6);
  bitmap.writeUInt32LE(54, 10);
  bitmap.writeUInt32LE(40, 14);
  bitmap.writeInt32LE(width, 18);
  bitmap.writeInt32LE(height, 22);
  bitmap.writeUInt16LE(1, 26);
  bitmap.writeUInt16LE(24, 28);
  bitmap.fill(0, 30, 54);
  let state = 1;
  if (noisy) {
    for (let at = 54; at < bitmap.length; at++) {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      bitmap[at] = state >> 16;
    }
  }
  const image = new Bun.Image(bitmap);
  return kind === "png" ? image.png().bytes() : image[kind]({ quality: 95 }).bytes();
}

describe("IMG-1 (part): pictures", () => {
  test.each(["png", "jpeg", "webp"] as const)(
    "IMG-1 (part): a small %s stays as it is",
    async (kind) => {
      const bytes = await picture(kind, 40, 30);
      expect(await fitImage(bytes, LIMITS)).toEqual({
        mimeType: `image/${kind}`,
        bytes,
        width: 40,
        height: 30,
        from: null,
      });
    },
  );

  test.each(["png", "jpeg", "webp"] as const)(
    "IMG-1 (part): a large %s gets smaller",
    async (kind) => {
      const { bytes, mimeType, ...size } = await fitImage(await picture(kind, 3_000, 500), LIMITS);
      expect(size).toEqual({ width: 2_000, height: 333, from: { width: 3_000, height: 500 } });
      expect(mimeType).toBe(kind === "jpeg" ? "image/jpeg" : "image/png");
      expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 2_000, height: 333 });
    },
  );

  test("IMG-1 (part): few pixels and many bytes: another kind, then fewer pixels", async () => {
    const bytes = await picture("png", 300, 300, { noisy: true });
    expect(bytes.length).toBeGreaterThan(200_000);
    const packed = await fitImage(bytes, { side: 2_000, bytes: 150_000 });
    expect(packed).toMatchObject({ mimeType: "image/webp", width: 300, height: 300 });
    const tiny = await fitImage(bytes, { side: 2_000, bytes: 9_000 });
    expect(tiny.bytes.length).toBeLessThanOrEqual(9_000);
    expect(tiny.width).toBeLessThan(300);
    expect(await rejectionOf(fitImage(bytes, { side: 2_000, bytes: 10 }))).toBeInstanceOf(
      ImageProblem,
    );
  });

  test("IMG-1 (part): what is broken, or no picture, is told", async () => {
    const png = await picture("png", 100, 100, { noisy: true });
    const broken = [
      png.subarray(0, png.length / 2),
      png.subarray(0, 20),
      Buffer.from("GIF89a"),
      Buffer.from("no picture at all"),
      new Uint8Array(0),
    ];
    for (const bytes of broken) {
      expect(await rejectionOf(fitImage(bytes, LIMITS))).toBeInstanceOf(ImageProblem);
    }
  });

  test("S41: a small file that claims a huge picture is not unpacked", async () => {
    const bytes = await picture("png", 10, 10);
    const bomb = Buffer.from(bytes);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    bomb.writeUInt32BE(Bun.hash.crc32(bomb.subarray(12, 29)), 29);
    expect(deflateSync(bomb).length).toBeLessThan(1_000);
    expect(await rejectionOf(fitImage(bomb, LIMITS))).toHaveProperty(
      "message",
      "It has too many pixels to be unpacked.",
    );
  });
});
