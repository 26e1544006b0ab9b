import type { UserImage } from "@squire/protocol";
import { inertLine } from "../../text/inert.ts";

/** An image of a message in a line: `shot.png · PNG · 800×600 · 84 KB`. */
export function imageText({ name, mimeType, size, bytes }: UserImage): string {
  const format = inertLine(mimeType.replace(/^image\//, "").toUpperCase());
  const weight = `${Math.max(1, Math.round(bytes / 1024))} KB`;
  const parts = [name === "" ? "image" : inertLine(name), format, size, weight];
  return parts.filter((part) => part !== null).join(" · ");
}
