import { isUtf8 } from "node:buffer";

/** A source as it is parsed, and how to turn a new one into bytes again. */
export type SourceText = {
  /** Without a byte order mark. */
  readonly text: string;
  readonly newline: "\n" | "\r\n";
  toBytes(text: string): Uint8Array;
};

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Null when it is no UTF-8 text: such a file is not parsed. */
export function sourceText(bytes: Uint8Array): SourceText | null {
  if (!isUtf8(bytes) || bytes.includes(0)) return null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isMarked = buffer.subarray(0, 3).equals(MARK);
  const text = buffer.toString("utf8", isMarked ? 3 : 0);
  const crlf = text.split("\r\n").length - 1;
  return {
    text,
    newline: crlf > 0 && crlf * 2 > text.split("\n").length - 1 ? "\r\n" : "\n",
    toBytes(changed) {
      const body = Buffer.from(changed, "utf8");
      return isMarked ? Buffer.concat([MARK, body]) : body;
    },
  };
}
