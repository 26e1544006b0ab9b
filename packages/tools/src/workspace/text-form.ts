/** How a text is put into bytes. */
export type TextForm = {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Whether a byte order mark stands before it. */
  readonly marked: boolean;
  /** What most of its lines end with; null when it has only one. */
  readonly newline: "\n" | "\r\n" | null;
};

const SAMPLE_BYTES = 64 * 1024;
/** What is enough to tell the form of a file. */
export const FORM_BYTES = SAMPLE_BYTES + 1;
const MARK = "\uFEFF";
/** The part of a sample that control characters and broken bytes may make up. */
const MOST_STRANGE = 0.2;

/** The form of a text, from its beginning; null when it is no text. */
export function textFormOf(bytes: Uint8Array): TextForm | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const mark = markOf(sample);
  const encoding = mark ?? "utf-8";
  const text = decodeText(sample, encoding, { isCut: sample.length < bytes.length });
  if (text.includes("\0") || isStrange(text)) return null;
  return { encoding, marked: mark !== null, newline: newlineOf(text) };
}

/** Without its byte order mark; bytes that are none of the encoding become U+FFFD. */
export function decodeText(
  bytes: Uint8Array,
  encoding: TextForm["encoding"],
  { isCut }: { readonly isCut: boolean },
): string {
  // A character that the cut went through is left out.
  return new TextDecoder(encoding).decode(bytes, { stream: isCut });
}

/** The text in a form, whatever its own line ends and mark were. */
export function encodeText(text: string, { encoding, marked, newline }: TextForm): Uint8Array {
  const bare = text.startsWith(MARK) ? text.slice(1) : text;
  const lines = newline === null ? bare : bare.replaceAll(/\r?\n/g, newline);
  const whole = marked ? MARK + lines : lines;
  if (encoding === "utf-8") return Buffer.from(whole, "utf8");
  const bytes = Buffer.from(whole, "utf16le");
  return encoding === "utf-16be" ? bytes.swap16() : bytes;
}

function markOf(bytes: Uint8Array): TextForm["encoding"] | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function isStrange(text: string): boolean {
  const strange = text.match(/[^\P{Cc}\s]|\uFFFD/gu);
  return (strange?.length ?? 0) > text.length * MOST_STRANGE;
}

function newlineOf(text: string): TextForm["newline"] {
  const all = text.split("\n").length - 1;
  if (all === 0) return null;
  return (text.split("\r\n").length - 1) * 2 > all ? "\r\n" : "\n";
}
