import { expect, test } from "bun:test";
import type { UserContent } from "@squire/protocol";
import { encodePng } from "../testing/png.ts";
import { fitImages } from "./fit-images.ts";

const png = (width: number, height: number): Uint8Array =>
  encodePng({ width, height, rgba: new Uint8Array(width * height * 4).fill(200) });
const image = (bytes: Uint8Array, mimeType = "image/png"): UserContent => ({
  type: "image",
  mimeType,
  data: Buffer.from(bytes).toString("base64"),
});
const words: UserContent = { type: "text", text: "look" };

test("IMG-1 (part): content that can be sent is left alone, to the object", async () => {
  const content = [words, image(png(3, 2))];
  expect(await fitImages(content)).toBe(content);
});

test("IMG-1 (part): a picture is what its bytes say, not what it claims", async () => {
  const bytes = png(3, 2);
  expect(await fitImages([words, image(bytes, "image/jpeg")])).toEqual([words, image(bytes)]);
});

test("IMG-1 (part): what is too large is made smaller, what is broken becomes words", async () => {
  const [small, note, ...rest] = await fitImages([
    image(png(40, 2_400)),
    image(png(9, 9).subarray(0, 40)),
    image(Buffer.from("<svg/>"), "image/svg+xml"),
  ]);
  if (small?.type !== "image") throw new Error("no image");
  expect(Buffer.from(small.data, "base64").readUInt32BE(20)).toBe(2_000);
  expect(note).toEqual({ type: "text", text: "(40×2400 pixels, shown as 33×2000)" });
  expect(rest).toEqual([
    { type: "text", text: "[image left out: It is broken. (image/png)]" },
    {
      type: "text",
      text: "[image left out: It is of a kind that cannot be shown here. (image/svg+xml)]",
    },
  ]);
});
