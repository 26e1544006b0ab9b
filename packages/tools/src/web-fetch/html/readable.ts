import { cleanText } from "../../web/clean-text.ts";
import { blockText } from "./block-text.ts";
import { markdownOf } from "./markdown.ts";

/** Markdown, or plain text for what nests too deeply for that. */
export async function readable(root: Element): Promise<string> {
  try {
    return cleanText(await markdownOf(root));
  } catch (error) {
    if (error instanceof RangeError) return cleanText(blockText(root));
    throw error;
  }
}
