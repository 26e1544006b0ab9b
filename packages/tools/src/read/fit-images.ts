import { fitImage, ImageProblem } from "@squire/platform";
import type { ImageBlock, UserContent } from "@squire/protocol";
import { Buffer } from "node:buffer";

/** What a model is sent at most of a picture (IMG-1). */
const IMAGE_LIMITS = { side: 2_000, bytes: 5 * 1024 * 1024 };

/** A picture as it is sent, with a word about what was done to it. */
export type SentImage = {
  readonly image: ImageBlock;
  readonly note: string | null;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Pixels of what it was, as in 4000×3000; null: it is unchanged. */
  readonly original: string | null;
};

/** Small enough and of a kind that models take. Fails with `ImageProblem`. */
export async function sentImage(bytes: Uint8Array): Promise<SentImage> {
  const fitted = await fitImage(bytes, IMAGE_LIMITS);
  const { from, width, height, mimeType } = fitted;
  const data = Buffer.from(fitted.bytes).toString("base64");
  const original = from === null ? null : `${from.width}×${from.height}`;
  const note = original === null ? null : `(${original} pixels, shown as ${width}×${height})`;
  const image = { type: "image", mimeType, data } as const;
  return { image, note, width, height, bytes: fitted.bytes.length, original };
}

/**
 * Content from anywhere: a paste, a message of a program, a foreign tool. What a picture says of
 * itself is not believed; a broken one is replaced by words, since it would spoil every request
 * after it. Content that is right already is given back as it is.
 */
export async function fitImages(content: readonly UserContent[]): Promise<readonly UserContent[]> {
  const parts = await Promise.all(content.map(fitBlock));
  const isSame = parts.every((blocks, at) => blocks.length === 1 && blocks[0] === content[at]);
  return isSame ? content : parts.flat();
}

async function fitBlock(block: UserContent): Promise<readonly UserContent[]> {
  if (block.type !== "image") return [block];
  try {
    const { image, note } = await sentImage(Buffer.from(block.data, "base64"));
    if (note === null && image.mimeType === block.mimeType) return [block];
    return note === null ? [image] : [image, { type: "text", text: note }];
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error;
    return [{ type: "text", text: `[image left out: ${error.message} (${block.mimeType})]` }];
  }
}
