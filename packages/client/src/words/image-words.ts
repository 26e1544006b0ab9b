import type { UserImage } from "@squire/protocol";

/** An image of a message in a line: `shot.png · PNG · 800×600 · 84 KB`. Not inert yet. */
export function imageWords({ name, mimeType, size, bytes }: UserImage): string {
  const format = mimeType.replace(/^image\//, "").toUpperCase();
  const weight = `${Math.max(1, Math.round(bytes / 1024))} KB`;
  const parts = [name === "" ? "image" : name, format, size, weight];
  return parts.filter((part) => part !== null).join(" · ");
}
