import type { ImageBlock, UserContent } from "./content.ts";
import { imageLabelAt } from "./image-label.ts";
import type { ImageLabel } from "./image-label.ts";

/** An image of a message, with what is known of it. */
export type UserImage = Pick<ImageLabel, "name" | "mimeType" | "bytes"> & {
  /** As in 800×600; null: nobody has written it down. */
  readonly size: string | null;
};

export type UserParts = {
  /** What the user wrote, without what goes along with it. */
  readonly words: string;
  /** The paths that `@path` brought along. */
  readonly files: readonly string[];
  readonly images: readonly UserImage[];
};

/** How the host marks what `@path` stands for: in blocks of their own, behind the words (CMD-5). */
const REFERENCE = /^<(?:file|folder|reference) path="([^"]*)"/;

/** What the user said, apart from files and images. */
export function userParts(content: readonly UserContent[]): UserParts {
  const words: string[] = [];
  const files: string[] = [];
  const images: UserImage[] = [];
  for (const [at, block] of content.entries()) {
    if (block.type === "image") images.push(imageOf(block, imageLabelAt(content, at - 1)));
    else if (imageLabelAt(content, at) !== null) continue;
    else {
      // The first text is what was typed, whatever it looks like.
      const path = at === 0 ? undefined : REFERENCE.exec(block.text)?.[1];
      if (path === undefined) words.push(block.text);
      else files.push(path);
    }
  }
  return { words: words.join("\n"), files, images };
}

function imageOf(block: ImageBlock, label: ImageLabel | null): UserImage {
  const { mimeType } = block;
  if (label === null) return { name: "", mimeType, bytes: bytesOf(block), size: null };
  const { name, width, height, bytes } = label;
  return { name, mimeType, bytes, size: `${width}×${height}` };
}

function bytesOf({ data }: ImageBlock): number {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}
