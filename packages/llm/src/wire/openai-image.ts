import type { ImageBlock, UserContent } from "@squire/protocol";

export function dataUrl({ mimeType, data }: ImageBlock): string {
  return `data:${mimeType};base64,${data}`;
}

/** Stands in for an image the model cannot be shown. */
export function imageNote({ mimeType }: ImageBlock): string {
  return `[image left out: this model cannot read images (${mimeType})]`;
}

/** Content as plain text, each block on a line of its own. */
export function plainText(
  content: readonly UserContent[],
  forImage: (image: ImageBlock) => string,
): string {
  return content
    .map((block) => (block.type === "text" ? block.text : forImage(block)))
    .filter((line) => line !== "")
    .join("\n");
}

export function imagesOf(content: readonly UserContent[]): readonly ImageBlock[] {
  return content.filter((block) => block.type === "image");
}
