import { ImageProblem } from "@squire/platform";
import { textFormOf } from "../workspace/text-form.ts";
import { fileKind } from "./file-kind.ts";
import { sentImage } from "./fit-images.ts";
import { MOST_TEXT_BYTES, seeText } from "./see-text.ts";
import type { View, Wanted } from "./view.ts";

/** What is read of a picture to make it smaller. */
export const MOST_IMAGE_BYTES = 64 * 1024 * 1024;

const HEX_BYTES = 16;

export type Content = {
  readonly bytes: Uint8Array;
  /** Of the whole file: not all of it need be there. */
  readonly size: number;
  readonly name: string;
};

/** Text, a picture, or a description; for what comes from inside something else. */
export async function seeBytes(content: Content, wanted: Wanted): Promise<View> {
  const kind = fileKind(content.bytes, content.name).type;
  if (kind === "image") return seeImage(content);
  const form = kind === "text" || kind === "notebook" ? textFormOf(content.bytes) : null;
  if (form === null) return describe(content, kind === "binary" ? "binary file" : `${kind} file`);
  return seeText({ bytes: content.bytes, size: content.size, form }, wanted);
}

/** A file inside an archive: no more of it is unpacked than is shown. */
export async function seePacked(
  extract: (most: number) => Promise<Omit<Content, "name">>,
  name: string,
  wanted: Wanted,
): Promise<View> {
  const head = await extract(MOST_TEXT_BYTES);
  const isImage = fileKind(head.bytes, name).type === "image";
  const content = isImage && head.size > head.bytes.length ? await extract(MOST_IMAGE_BYTES) : head;
  return seeBytes({ ...content, name }, wanted);
}

export function describe({ bytes, size }: Content, what: string): View {
  const hex = Buffer.from(bytes.subarray(0, HEX_BYTES)).toString("hex").replaceAll(/..\B/g, "$& ");
  return { type: "binary", what, bytes: size, hex };
}

/** Small enough to be sent, and whole: a broken picture would spoil every request after it. */
export async function seeImage(content: Content): Promise<View> {
  if (content.size > content.bytes.length) return describe(content, "image, too large to be shown");
  try {
    const { image, note } = await sentImage(content.bytes);
    return { ...image, note };
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error;
    return describe(content, `image that cannot be shown (${error.message})`);
  }
}
