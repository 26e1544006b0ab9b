import type { JsonValue } from "@squire/protocol";

const MAX_DEPTH = 200;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * JSON that may not have arrived in full (PROV-5): what can be told so far, or `{}`. `complete` is
 * true exactly when `JSON.parse` accepts the text. Never throws; time grows with the length only.
 */
export function parsePartialJson(text: string): {
  readonly value: JsonValue;
  readonly complete: boolean;
} {
  try {
    return { value: JSON.parse(text) as JsonValue, complete: true };
  } catch {
    return { value: readValue({ text, at: 0, stopped: false }, 0) ?? {}, complete: false };
  }
}

/** `stopped` once the text has ended or stopped making sense: what is open is closed as it is. */
type Cursor = { readonly text: string; at: number; stopped: boolean };

function readValue(cursor: Cursor, depth: number): JsonValue | undefined {
  skipBlanks(cursor);
  const char = cursor.text[cursor.at];
  if (depth > MAX_DEPTH) return stop(cursor);
  if (char === "{") return readObject(cursor, depth);
  if (char === "[") return readArray(cursor, depth);
  return char === '"' ? readString(cursor) : readPlain(cursor);
}

function readObject(cursor: Cursor, depth: number): JsonValue {
  const object: Record<string, JsonValue> = {};
  cursor.at++;
  while (!cursor.stopped && !eat(cursor, "}")) {
    const key = cursor.text[cursor.at] === '"' ? readString(cursor) : stop(cursor);
    if (key === undefined || cursor.stopped || !eat(cursor, ":")) break;
    const value = readValue(cursor, depth + 1);
    if (value !== undefined) set(object, key, value);
    if (!cursor.stopped) separate(cursor, "}");
  }
  return object;
}

function readArray(cursor: Cursor, depth: number): JsonValue {
  const array: JsonValue[] = [];
  cursor.at++;
  while (!cursor.stopped && !eat(cursor, "]")) {
    const value = readValue(cursor, depth + 1);
    if (value !== undefined) array.push(value);
    if (!cursor.stopped) separate(cursor, "]");
  }
  return array;
}

/** After a value comes a comma or the end of its container. */
function separate(cursor: Cursor, close: string): void {
  if (!eat(cursor, ",") && cursor.text[cursor.at] !== close) stop(cursor);
}

function readString(cursor: Cursor): string {
  const { text } = cursor;
  const start = cursor.at + 1;
  let end = start;
  let escape = -1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === QUOTE) break;
    if (code === BACKSLASH) escape = end++;
  }
  cursor.at = Math.min(end + 1, text.length);
  if (end < text.length) return unescape(text.slice(start, end));
  stop(cursor);
  // An escape or a surrogate pair that was cut in half is left out.
  const halfEscape = escape >= 0 && text.length - escape < (text[escape + 1] === "u" ? 6 : 2);
  const whole = text.slice(start, halfEscape ? escape : undefined);
  return unescape(whole).replace(/[\ud800-\udbff]$/, "");
}

function unescape(raw: string): string {
  if (!raw.includes("\\")) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    // Raw line breaks and escapes that are none: models write both.
    return raw.replace(/\\(?:u([\da-fA-F]{4})|([^]))/g, (_all, hex?: string, char = "") =>
      hex === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

function readPlain(cursor: Cursor): JsonValue | undefined {
  const { text, at } = cursor;
  for (const [word, value] of LITERALS) {
    const part = text.slice(at, at + word.length);
    if (part === "" || !word.startsWith(part)) continue;
    cursor.at += part.length;
    if (part !== word) stop(cursor);
    return value;
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text)?.[0];
  if (number === undefined) return stop(cursor);
  cursor.at += number.length;
  return Number(number);
}

function skipBlanks(cursor: Cursor): void {
  while (BLANKS.has(cursor.text.charCodeAt(cursor.at))) cursor.at++;
}

function eat(cursor: Cursor, char: string): boolean {
  skipBlanks(cursor);
  if (cursor.at >= cursor.text.length) stop(cursor);
  if (cursor.text[cursor.at] !== char) return false;
  cursor.at++;
  return true;
}

function stop(cursor: Cursor): undefined {
  cursor.stopped = true;
  return undefined;
}

/** As `JSON.parse` does it: `__proto__` is a key like any other. */
function set(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== "__proto__") object[key] = value;
  else
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}
