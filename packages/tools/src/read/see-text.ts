import { ToolError } from "@squire/agent";
import { decodeText, type TextForm } from "../workspace/text-form.ts";
import type { TextView, Wanted } from "./view.ts";

/** More of a text is never shown (FS-1). */
export const MOST_TEXT_BYTES = 2 * 1024 * 1024;

const LINE_END = 0x0a;

/** The beginning of a text file, as far as it was read. */
export type TextFile = {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly size: number;
  readonly form: TextForm;
};

export function seeText(file: TextFile, { from, count }: Wanted): TextView {
  const isCut = file.size > MOST_TEXT_BYTES;
  const bytes = plainBytes(file, isCut);
  const { starts, total } = findLines(bytes, isCut, { from, count });
  if (from > Math.max(1, total)) throw pastTheEnd(from, total, isCut);
  const text = decode(bytes.subarray(starts[0], starts[1]), isCut && total === 1);
  const lines = linesOf(text);
  const isLast = from - 1 + lines.length >= total;
  return {
    type: "text",
    lines,
    from,
    total,
    garbled: text.includes("\uFFFD"),
    rest: !isLast ? "more-lines" : isCut ? "too-large" : null,
    bytes: file.size,
    decorated: null,
  };
}

/** Every line, as far as the file was read. */
export function allLines(file: TextFile): readonly string[] {
  const isCut = file.size > MOST_TEXT_BYTES;
  const bytes = plainBytes(file, isCut);
  const { starts, total } = findLines(bytes, isCut, { from: 1, count: Infinity });
  return linesOf(decode(bytes.subarray(starts[0], starts[1]), isCut && total === 1));
}

/** As UTF-8 and without a mark, so that lines can be found without decoding all of them. */
function plainBytes({ bytes, form }: TextFile, isCut: boolean): Uint8Array {
  const shown = bytes.subarray(0, MOST_TEXT_BYTES);
  if (form.encoding === "utf-8") return form.marked ? shown.subarray(3) : shown;
  return Buffer.from(decodeText(shown, form.encoding, { isCut }), "utf8");
}

/** Where the wanted lines begin and end, and how many there are. Half a line at a cut is none. */
function findLines(
  bytes: Uint8Array,
  isCut: boolean,
  { from, count }: Wanted,
): { readonly starts: readonly [number, number]; readonly total: number } {
  const [first, last] = [from - 1, from - 1 + count];
  let [line, start, end, lineStart] = [0, first === 0 ? 0 : bytes.length, bytes.length, 0];
  // Most of the time for a large file is spent here: the runtime's own search goes over many bytes at once.
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 1)) {
    line++;
    lineStart = at + 1;
    if (line === first) start = lineStart;
    if (line === last) end = lineStart;
  }
  const hasTail = lineStart < bytes.length && (!isCut || line === 0);
  const total = line + (hasTail ? 1 : 0);
  return { starts: [start, Math.min(end, hasTail ? bytes.length : lineStart)], total };
}

/** The file's own mark is gone already: one that stands before a line belongs to it. */
function decode(bytes: Uint8Array, isCut: boolean): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: isCut });
}

function linesOf(text: string): readonly string[] {
  const lines = text.includes("\r") ? text.split(/\r?\n/) : text.split("\n");
  // Behind the last line end there is no line.
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function pastTheEnd(from: number, total: number, isCut: boolean): ToolError {
  return new ToolError(
    isCut
      ? `Line ${from} is beyond the first 2 MB (${total} lines), which is all that read shows. Use grep, or sed -n with bash.`
      : `The file has ${total} lines; there is no line ${from}.`,
  );
}
