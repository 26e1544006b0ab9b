import type { UserContent } from "./content.ts";
import { imageLabelAt } from "./image-label.ts";

/**
 * The images of a message that its words do not bring back by themselves, each with its label: for
 * a message that is to be changed and sent again.
 */
export function attachedImages(
  content: readonly UserContent[],
): readonly (readonly UserContent[])[] {
  return content.flatMap((block, at) => {
    if (block.type !== "image") return [];
    const label = imageLabelAt(content, at - 1);
    if (label?.path !== undefined) return [];
    return [label === null ? [block] : content.slice(at - 1, at + 1)];
  });
}
