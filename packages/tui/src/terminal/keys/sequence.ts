const ESC = "\u001b";
/** Longer strings from a terminal are no answer to anything we ask. */
const LONGEST = 4096;

/**
 * The next whole sequence or character of `text` from `at`; null when its end has not come yet.
 * With `final` nothing more comes: what is there is the sequence.
 */
export function nextSequence(text: string, at: number, final: boolean): string | null {
  const first = text[at];
  if (first === undefined) return null;
  if (first !== ESC) return wholeCharacter(text, at, final);
  // A window of fixed length: where the bytes were cut must not change what is found.
  const window = text.slice(at, at + LONGEST);
  const end = escapeEnd(window, 1);
  if (end !== null) return window.slice(0, end);
  if (window.length === LONGEST) return window;
  if (!final) return null;
  // Two quick presses of Esc are two keys, not one with Alt.
  return window[1] === ESC ? ESC : window;
}

function wholeCharacter(text: string, at: number, final: boolean): string | null {
  const code = text.charCodeAt(at);
  const isHigh = code >= 0xd800 && code <= 0xdbff;
  if (isHigh && text.length === at + 1 && !final) return null;
  return String.fromCodePoint(text.codePointAt(at) ?? code);
}

/** Where the escape sequence that begins before `at` ends; null when that is not known yet. */
function escapeEnd(text: string, at: number): number | null {
  switch (text[at]) {
    case undefined:
      return null;
    case ESC:
      return doubleEscapeEnd(text, at);
    case "[":
      return csiEnd(text, at + 1);
    case "O":
      return ss3End(text, at + 1);
    case "]":
    case "P":
    case "^":
    case "_":
    case "X":
      return stringEnd(text, at + 1);
    default:
      return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  }
}

/** ESC ESC [ A is Alt+Up. ESC ESC and anything else are two keys: the first ESC stands alone. */
function doubleEscapeEnd(text: string, at: number): number | null {
  const next = text[at + 1];
  if (next === undefined) return null;
  if (next !== "[" && next !== "O") return at;
  const end = next === "[" ? csiEnd(text, at + 2) : ss3End(text, at + 2);
  if (end === null) return null;
  // A paste mark is never a key with Alt.
  return text.startsWith("[200~", at + 1) || text.startsWith("[201~", at + 1) ? at : end;
}

function csiEnd(text: string, from: number): number | null {
  // The Linux console has F1 as ESC [ [ A.
  let at = text[from] === "[" ? from + 1 : from;
  if (at > from) return text[at] === undefined ? null : at + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // rxvt ends a key with `$`; as an intermediate byte it is followed by a letter.
    if (code === 0x24 && !/[a-z]/.test(text[at + 1] ?? "a")) return at + 1;
    if (code >= 0x40 && code <= 0x7e) return at + 1;
    // A control or a letter from elsewhere breaks the sequence off.
    if (code < 0x20 || code > 0x7e) return at;
  }
  return null;
}

function ss3End(text: string, from: number): number | null {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) continue;
    return code < 0x20 || code > 0x7e ? at : at + 1;
  }
  return null;
}

function stringEnd(text: string, from: number): number | null {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\u0007") return at + 1;
    if (text[at] !== ESC) continue;
    if (text[at + 1] === undefined) return null;
    return text[at + 1] === "\\" ? at + 2 : at;
  }
  return null;
}
