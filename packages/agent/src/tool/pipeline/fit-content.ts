import type { UserContent } from "@squire/protocol";
import type { CallPorts } from "./ports.ts";

/** The content as it can be sent; the same object where there is no picture in it. */
export async function fitContent(
  content: readonly UserContent[],
  { fit }: Pick<CallPorts, "fit">,
): Promise<readonly UserContent[]> {
  return content.some(({ type }) => type === "image") ? await fit(content) : content;
}
