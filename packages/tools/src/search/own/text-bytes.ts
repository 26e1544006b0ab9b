import { isUtf8 } from "node:buffer";

const BROKEN = /[\uDC80-\uDCFF]/;

/**
 * Bytes as text that can be turned back into the same bytes: one that is no UTF-8 becomes a lone
 * surrogate, which is no character, so that no pattern fits it.
 */
export function textOfBytes(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : withBroken(bytes);
}

export function bytesOfText(text: string): Buffer {
  if (!BROKEN.test(text) || text.isWellFormed()) return Buffer.from(text, "utf8");
  const parts = text.split(/((?<![\uD800-\uDBFF])[\uDC80-\uDCFF])/);
  return Buffer.concat(
    parts.map((part, at) =>
      at % 2 === 0 ? Buffer.from(part, "utf8") : Buffer.from([part.charCodeAt(0) - 0xdc00]),
    ),
  );
}

function withBroken(bytes: Buffer): string {
  let text = "";
  let start = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = lengthAt(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    const byte = bytes[at] ?? 0;
    text += bytes.toString("utf8", start, at) + String.fromCharCode(0xdc00 + byte);
    at += 1;
    start = at;
  }
  return text + bytes.toString("utf8", start);
}

/** How many bytes the character here has; 0 when there is none. */
function lengthAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  return length > 0 && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
