import type { UserContent } from "./content.ts";

/**
 * What is said of an image in the text right before it: the model can tell several apart, and faces
 * show a line for it.
 */
export type ImageLabel = {
  readonly name: string;
  /** Of one that `@path` in the words stands for. */
  readonly path?: string;
  readonly mimeType: string;
  /** Pixels, as it is sent. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Before it was made smaller, as in 4000×3000. */
  readonly original?: string;
  /** Where the file is kept as it came. */
  readonly artifactId?: string;
};

/** The text of a label: one tag, as files have one (CMD-5). */
export function imageLabelText(label: ImageLabel): string {
  const { name, path, mimeType, width, height, bytes, original, artifactId } = label;
  const parts = [
    ["name", name],
    ["path", path],
    ["type", mimeType],
    ["size", `${width}×${height}`],
    ["bytes", String(bytes)],
    ["original", original],
    ["artifact", artifactId === undefined ? undefined : `artifact://${artifactId}`],
  ] as const;
  const written = parts.flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}="${escaped(value)}"`],
  );
  return `<image ${written.join(" ")} />`;
}

/** The label at a place of a content: a text that says what the image behind it is; null: no label. */
export function imageLabelAt(content: readonly UserContent[], at: number): ImageLabel | null {
  const [block, next] = [content[at], content[at + 1]];
  return block?.type === "text" && next?.type === "image" ? readImageLabel(block.text) : null;
}

function readImageLabel(text: string): ImageLabel | null {
  const [, inner] = /^<image ((?:[a-z]+="[^"<>]*" )+)\/>$/.exec(text) ?? [];
  if (inner === undefined) return null;
  const found = new Map<string, string>();
  for (const [, key = "", value = ""] of inner.matchAll(/([a-z]+)="([^"]*)"/g)) {
    found.set(key, plain(value));
  }
  const [, width, height] = /^(\d{1,6})×(\d{1,6})$/.exec(found.get("size") ?? "") ?? [];
  const bytes = Number(found.get("bytes"));
  if (!Number.isSafeInteger(bytes) || width === undefined) return null;
  const path = found.get("path");
  const original = found.get("original");
  const artifactId = found.get("artifact")?.replace(/^artifact:\/\//, "");
  return {
    name: found.get("name") ?? "",
    mimeType: found.get("type") ?? "",
    width: Number(width),
    height: Number(height),
    bytes,
    ...(path === undefined ? {} : { path }),
    ...(original === undefined ? {} : { original }),
    ...(artifactId === undefined ? {} : { artifactId }),
  };
}

const ESCAPES: readonly (readonly [plain: string, escaped: string])[] = [
  ["&", "&amp;"],
  ['"', "&quot;"],
  ["<", "&lt;"],
  [">", "&gt;"],
];

/** A name of a file can hold anything: it stays one word of one line. */
function escaped(value: string): string {
  // oxlint-disable-next-line no-control-regex
  const line = value.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, " ");
  return ESCAPES.reduce((text, [from, to]) => text.replaceAll(from, to), line);
}

function plain(value: string): string {
  return ESCAPES.toReversed().reduce((text, [to, from]) => text.replaceAll(from, to), value);
}
