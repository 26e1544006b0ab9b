const META =
  /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{1,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w:.-]{1,40})/i;
const LOOKED_AT = 4096;

/**
 * Text in the encoding its bytes are in: by a mark at the start, else by what the server says, else
 * by what the page says, else UTF-8 where that fits, else what old western pages use.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const label = markOf(bytes) ?? named(charsetOf(contentType)) ?? named(metaOf(bytes));
  if (label !== null) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function charsetOf(contentType: string): string {
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? "";
}

function metaOf(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, LOOKED_AT));
  const [, meta, xml] = META.exec(start) ?? [];
  const label = meta ?? xml ?? "";
  // A page whose own words could be read like this is in no such encoding.
  return /^utf-?16/i.test(label) ? "utf-8" : label;
}

/** Null for names that nobody knows. */
function named(label: string): string | null {
  if (label === "") return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
