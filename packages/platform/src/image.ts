/** What models take. */
export type ImageType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

export type ImageLimits = {
  /** Pixels of the longer side. */
  readonly side: number;
  readonly bytes: number;
};

export type FittedImage = {
  readonly mimeType: ImageType;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** What it was before; null when it is unchanged. */
  readonly from: { readonly width: number; readonly height: number } | null;
};

/** A small file can claim any size: beyond this nothing is unpacked. */
const MOST_PIXELS = 64 * 1024 * 1024;
/** How much smaller the next try is, when the pixels are few enough and the bytes are not. */
const SHRINK = 0.7;
const LEAST_SIDE = 64;
const QUALITY = 80;

/** Why a picture cannot be sent. */
export class ImageProblem extends Error {
  override readonly name = "ImageProblem";
}

/**
 * A picture that fits the limits: as it is when it does, smaller when it does not, in a kind that
 * models take. Its content is decoded, so a broken one fails here and not at a vendor. Fails with
 * `ImageProblem`.
 */
export async function fitImage(bytes: Uint8Array, limits: ImageLimits): Promise<FittedImage> {
  try {
    return await fitted(bytes, limits);
  } catch (error) {
    throw error instanceof ImageProblem ? error : problemOf(error);
  }
}

async function fitted(bytes: Uint8Array, limits: ImageLimits): Promise<FittedImage> {
  const { width, height, format } = await open(bytes).metadata();
  const mimeType = MIME_TYPES[format];
  const isSmall = Math.max(width, height) <= limits.side && bytes.length <= limits.bytes;
  if (mimeType !== undefined && isSmall) {
    // Only to see that it can be decoded.
    await open(bytes).resize(1, 1, { filter: "nearest" }).bytes();
    return { mimeType, bytes, width, height, from: null };
  }
  for (let side = limits.side; side >= LEAST_SIDE; side = Math.floor(side * SHRINK)) {
    for (const kind of mimeType === "image/jpeg" ? JPEG_TRIES : OTHER_TRIES) {
      const made = await smaller(bytes, side, kind);
      if (made.bytes.length <= limits.bytes) return { ...made, from: { width, height } };
    }
  }
  throw new ImageProblem("It cannot be made small enough.");
}

const MIME_TYPES: Readonly<Record<string, ImageType>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
};

type Kind = "image/jpeg" | "image/png" | "image/webp";

/** What has no loss is tried first where there was none. */
const JPEG_TRIES: readonly Kind[] = ["image/jpeg"];
const OTHER_TRIES: readonly Kind[] = ["image/png", "image/webp"];

async function smaller(
  bytes: Uint8Array,
  side: number,
  mimeType: Kind,
): Promise<Omit<FittedImage, "from">> {
  const image = open(bytes).resize(side, side, { fit: "inside", withoutEnlargement: true });
  if (mimeType === "image/jpeg") image.jpeg({ quality: QUALITY });
  else if (mimeType === "image/webp") image.webp({ quality: QUALITY });
  else image.png();
  const made = await image.bytes();
  const { width, height } = await open(made).metadata();
  return { mimeType, bytes: made, width, height };
}

function open(bytes: Uint8Array): InstanceType<typeof Bun.Image> {
  return new Bun.Image(bytes, { maxPixels: MOST_PIXELS });
}

function problemOf(error: unknown): ImageProblem {
  const code = error instanceof Error && "code" in error ? error.code : "";
  const words =
    code === "ERR_IMAGE_TOO_MANY_PIXELS"
      ? "It has too many pixels to be unpacked."
      : code === "ERR_IMAGE_FORMAT_UNSUPPORTED" || code === "ERR_IMAGE_UNKNOWN_FORMAT"
        ? "It is of a kind that cannot be shown here."
        : "It is broken.";
  return new ImageProblem(words, { cause: error });
}
