import { Buffer } from "node:buffer";
import type { UserContent } from "@squire/protocol";
import { imageLabelAt } from "@squire/protocol/values";
import { attachImage } from "./attach-image.ts";

/** Images as programs send them, with what is said of them; what is wrong with one shows later. */
export async function withLabels(content: readonly UserContent[]): Promise<readonly UserContent[]> {
  const blocks = await Promise.all(
    content.map(async (block, at): Promise<readonly UserContent[]> => {
      if (block.type !== "image" || imageLabelAt(content, at - 1) !== null) return [block];
      const bytes = Buffer.from(block.data, "base64");
      const attached = await attachImage({ bytes, name: "image" });
      return attached.type === "image" ? attached.content : [block];
    }),
  );
  return blocks.flat();
}
