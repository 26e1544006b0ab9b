import { ToolError } from "@squire/agent";
import { decodeText, textFormOf, type TextForm } from "../workspace/text-form.ts";
import { imageTypeOf } from "./image-type.ts";
import type { Seen, Wanted } from "./seen.ts";

const MOST_TEXT_BYTES = 2 * 1024 * 1024;
const MOST_IMAGE_BYTES = 5 * 1024 * 1024;
/** More is never looked at. */
export const MOST_FILE_BYTES = MOST_IMAGE_BYTES;

const HEX_BYTES = 16;

/** What a file is, from its first bytes. */
export function seeFile(bytes: Uint8Array, size: number, wanted: Wanted): Seen {
  const mimeType = imageTypeOf(bytes);
  if (mimeType !== null && size <= MOST_IMAGE_BYTES) {
    return { type: "image", mimeType, data: Buffer.from(bytes).toString("base64") };
  }
  const form = mimeType === null ? textFormOf(bytes) : null;
  if (form !== null) return seeText(bytes, { size, form, wanted });
  const hex = Buffer.from(bytes.subarray(0, HEX_BYTES)).toString("hex").replaceAll(/..\B/g, "$& ");
  const what = mimeType === null ? "binary file" : `${mimeType} image, too large to be shown`;
  return { type: "binary", what, bytes: size, hex };
}

function seeText(
  bytes: Uint8Array,
  about: { readonly size: number; readonly form: TextForm; readonly wanted: Wanted },
): Seen {
  const { size, form, wanted } = about;
  const isCut = size > MOST_TEXT_BYTES;
  const text = decodeText(bytes.subarray(0, MOST_TEXT_BYTES), form.encoding, { isCut });
  const all = linesOf(text, isCut);
  const { from, count } = wanted;
  if (from > Math.max(1, all.length)) throw pastTheEnd(from, all.length, isCut);
  const lines = all.slice(from - 1, from - 1 + count);
  const isLast = from - 1 + lines.length >= all.length;
  const rest = !isLast ? "more-lines" : isCut ? "too-large" : null;
  const garbled = text.includes("\uFFFD");
  return { type: "text", lines, from, total: all.length, garbled, rest, bytes: size };
}

function linesOf(text: string, isCut: boolean): readonly string[] {
  const lines = text.split(/\r?\n/);
  // Behind the last line end there is no line; behind a cut there is only half of one.
  if (lines.at(-1) === "" || (isCut && lines.length > 1)) lines.pop();
  return lines;
}

function pastTheEnd(from: number, total: number, isCut: boolean): ToolError {
  return new ToolError(
    isCut
      ? `Line ${from} is beyond the first 2 MB (${total} lines), which is all that read shows. Use bash, e.g. sed -n.`
      : `The file has ${total} lines; there is no line ${from}.`,
  );
}
