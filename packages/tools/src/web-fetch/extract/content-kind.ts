/** What a body is, whatever it is called. */
export type ContentKind = "html" | "json" | "pdf" | "text" | "image" | "binary";

const TEXT_TYPES =
  /^(?:text\/.*|application\/(?:.*\+)?(?:xml|javascript|ecmascript|typescript|yaml|x-yaml|toml|sql|x-sh|x-httpd-php|graphql|x-ndjson|rtf)|image\/svg\+xml)$/;

/** By what the server says, unless the bytes are plainly something else. */
export function contentKind(contentType: string, bytes: Uint8Array): ContentKind {
  const [type = ""] = contentType.toLowerCase().split(";");
  const named = namedKind(type.trim());
  if (startsWith(bytes, "%PDF-")) return "pdf";
  if (named === "pdf") return "binary";
  if (named === "image" || named === "binary") return named;
  if (isBinary(bytes)) return "binary";
  if (named !== null) return named;
  return /^\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(start(bytes))
    ? "html"
    : "text";
}

function namedKind(type: string): ContentKind | null {
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (/^(?:application|text)\/(?:.*\+)?json5?$/.test(type)) return "json";
  if (type === "application/pdf") return "pdf";
  if (TEXT_TYPES.test(type)) return "text";
  if (type.startsWith("image/")) return "image";
  const isUnknown = type === "" || type === "application/octet-stream" || !type.includes("/");
  return isUnknown ? null : "binary";
}

const LOOKED_AT = 4096;

function isBinary(bytes: Uint8Array): boolean {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !isUtf16 && bytes.subarray(0, LOOKED_AT).includes(0);
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return start(bytes).startsWith(text);
}

function start(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
}
