import { basename } from "node:path";
import { ImageProblem } from "@squire/platform";
import type { UserContent } from "@squire/protocol";
import { imageLabelText } from "@squire/protocol/values";
import { fileKind, sentImage } from "@squire/tools";
import { findPlace } from "./place.ts";
import type { ReadPlace } from "./place.ts";
import { readBytes } from "./read-bytes.ts";

/** As much is read of an image to make it smaller. */
const MOST_BYTES = 64 * 1024 * 1024;
const HEAD_BYTES = 1024;
const MOST_NAME = 120;

/** An image on its way into a message: its label and itself, or why it cannot be sent. */
export type AttachedImage =
  | { readonly type: "image"; readonly name: string; readonly content: readonly UserContent[] }
  | { readonly type: "missing" | "refused"; readonly why: string };

export type ImageSource = {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** As it was written behind `@`. */
  readonly path?: string;
  /** Keeps the file as it came; gives the id of the artifact. */
  readonly keep?: (bytes: Uint8Array, mimeType: string) => Promise<string | null>;
};

/** An image from its bytes: known by its content, small enough to be sent (IMG-1). */
export async function attachImage({
  bytes,
  name,
  path,
  keep,
}: ImageSource): Promise<AttachedImage> {
  if (bytes.length > MOST_BYTES) return refused(TOO_LARGE);
  if (!isImage(bytes)) return refused(NO_IMAGE);
  try {
    const { image, width, height, bytes: size, original } = await sentImage(bytes);
    const artifactId = (await keep?.(bytes, image.mimeType)) ?? null;
    const shown = name.slice(0, MOST_NAME).toWellFormed();
    const label = imageLabelText({
      name: shown,
      ...(path === undefined ? {} : { path }),
      mimeType: image.mimeType,
      width,
      height,
      bytes: size,
      ...(original === null ? {} : { original }),
      ...(artifactId === null ? {} : { artifactId }),
    });
    return { type: "image", name: shown, content: [{ type: "text", text: label }, image] };
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error;
    return refused(`it is an image that cannot be sent: ${firstLower(error.message)}`);
  }
}

const NO_IMAGE = "it is no PNG, JPEG, GIF or WebP image";
const TOO_LARGE = `it is larger than ${MOST_BYTES / 1024 / 1024} MB`;

/** The image that a path leads to. Never rejects for what is on the disk. */
export async function attachImageFile(
  path: string,
  place: ReadPlace,
  how: Pick<ImageSource, "keep" | "path">,
): Promise<AttachedImage> {
  try {
    const found = await findPlace(path, place);
    if (found.type === "missing") return { type: "missing", why: "there is no such file" };
    if (found.type === "refused") return found;
    // What is no image is not read to its end to find that out.
    const head = await readBytes(found.real, HEAD_BYTES);
    if (head === null) return refused("it is no plain file");
    if (!isImage(head.bytes)) return refused(NO_IMAGE);
    if (head.size > MOST_BYTES) return refused(TOO_LARGE);
    const read = await readBytes(found.real, MOST_BYTES);
    if (read === null) return refused("it is no plain file");
    const name = basename(path.replaceAll("\\", "/"));
    return await attachImage({ ...how, bytes: read.bytes, name });
  } catch (error) {
    return refused(`it cannot be read: ${error instanceof Error ? error.message : "unknown"}`);
  }
}

/** By content: names lie. */
export function isImage(bytes: Uint8Array): boolean {
  return fileKind(bytes, "").type === "image";
}

function refused(why: string): AttachedImage {
  return { type: "refused", why };
}

/** A sentence within another. */
function firstLower(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
