import { keyOf, type Key } from "./key.ts";
import { characterKey, modifiersOf, namedKey, NO_MODIFIERS, type Modifiers } from "./modifiers.ts";
import { CODE_KEYS, KEYPAD_KEYS, KITTY_KEYS, LETTER_KEYS, RXVT_KEYS, TILDE_KEYS } from "./names.ts";

const ESC = "\u001b";

/**
 * One whole sequence or character as a key: legacy codes, xterm's modifyOtherKeys, the Kitty
 * protocol. What it does not know is null. Never throws (TUI-10).
 */
export function parseKey(sequence: string): Key | null {
  if (sequence === "") return null;
  if (sequence === ESC) return keyOf("escape");
  if (!sequence.startsWith(ESC)) return plainKey(sequence);
  const rest = sequence.slice(1);
  if (rest.startsWith("[[")) return linuxKey(rest.slice(2));
  if (rest.startsWith("[")) return rest === "[" ? withAlt(plainKey("[")) : csiKey(rest.slice(1));
  if (rest.startsWith("O") && rest.length > 1) return ss3Key(rest.slice(1));
  // ESC before anything else is Alt; ESC ESC … is Alt with a sequence (rxvt, PuTTY).
  return withAlt(parseKey(rest));
}

function withAlt(key: Key | null): Key | null {
  return key === null ? null : { ...key, alt: true, text: null };
}

function plainKey(character: string): Key | null {
  const code = character.codePointAt(0) ?? 0;
  if (character.length > (code > 0xffff ? 2 : 1)) return null;
  if (code === 0) return keyOf("space", { ctrl: true });
  // Enter sends CR in raw mode; LF is what Ctrl+J sends, and pasted text without brackets.
  if (code === 10) return keyOf("j", { ctrl: true });
  if (code === 8) return keyOf("backspace", { ctrl: true });
  const name = CODE_KEYS[code];
  if (name !== undefined) return namedKey(name, NO_MODIFIERS);
  if (code < 27) return keyOf(String.fromCharCode(code + 96), { ctrl: true });
  if (code < 32) return keyOf(String.fromCharCode(code + 64), { ctrl: true });
  if (code >= 0x80 && code < 0xa0) return null;
  if (code >= 0xd800 && code <= 0xdfff) return null;
  return characterKey(character, NO_MODIFIERS);
}

function linuxKey(letter: string): Key | null {
  const index = "ABCDE".indexOf(letter);
  return letter.length === 1 && index >= 0 ? keyOf(`f${index + 1}`) : null;
}

function ss3Key(body: string): Key | null {
  // Some terminals put the modifier number between: SS3 5 P.
  const [, field = "", letter = ""] = /^(\d*)([A-Za-z])$/.exec(body) ?? [];
  const modifiers = modifiersOf(field);
  if (letter === "" || modifiers === null) return null;
  const name = LETTER_KEYS[letter];
  if (name !== undefined) return namedKey(name, modifiers);
  const rxvt = RXVT_KEYS[letter];
  if (rxvt !== undefined) return namedKey(rxvt, { ...modifiers, ctrl: true });
  const keypad = KEYPAD_KEYS[letter];
  if (keypad === undefined) return null;
  return keypad === "enter" ? namedKey(keypad, modifiers) : characterKey(keypad, modifiers);
}

function csiKey(body: string): Key | null {
  const [, parameters = "", final = ""] = /^([\d;:]*)([A-Za-z~^$@])$/.exec(body) ?? [];
  if (final === "") return null;
  const fields = parameters.split(";");
  if (final === "u") return codeKey(fields);
  if (final === "~") return tildeKey(fields);
  if ("^$@".includes(final)) return rxvtTilde(fields, final);
  if (final === "Z") return namedKey("tab", { ...NO_MODIFIERS, shift: true });
  const shifted = RXVT_KEYS[final];
  if (shifted !== undefined && parameters === "") {
    return namedKey(shifted, { ...NO_MODIFIERS, shift: true });
  }
  const name = LETTER_KEYS[final];
  if (name === undefined || fields.length > 2) return null;
  const modifiers = pressed(fields[1] ?? "");
  return modifiers === null ? null : namedKey(name, modifiers);
}

function tildeKey(fields: readonly string[]): Key | null {
  const [code = "", modifierField = "", third = ""] = fields;
  // modifyOtherKeys: CSI 27 ; modifiers ; code ~
  if (code === "27" && fields.length === 3) return codeKey([third, modifierField]);
  const name = TILDE_KEYS[code];
  const modifiers = pressed(modifierField);
  return name === undefined || modifiers === null ? null : namedKey(name, modifiers);
}

function rxvtTilde(fields: readonly string[], final: string): Key | null {
  const name = fields.length === 1 ? TILDE_KEYS[fields[0] ?? ""] : undefined;
  if (name === undefined) return null;
  return namedKey(name, { ...NO_MODIFIERS, ctrl: final !== "$", shift: final !== "^" });
}

/** `CSI code:shifted:base ; modifiers:event ; text u` */
function codeKey(fields: readonly string[]): Key | null {
  const [codes = "", modifierField = "", textField = ""] = fields;
  const [code = "", shifted = ""] = codes.split(":");
  const modifiers = pressed(modifierField);
  if (code === "" || modifiers === null || fields.length > 3) return null;
  const name = CODE_KEYS[code] ?? KITTY_KEYS[code];
  if (name !== undefined && name.length > 1) return namedKey(name, modifiers);
  const typed = name ?? characterOf(textField) ?? characterOf(modifiers.shift ? shifted : "");
  const character = typed ?? characterOf(code);
  if (character === null) return null;
  const key = characterKey(character, modifiers);
  const base = characterOf(code) ?? key.name;
  // With Shift and no other report, a terminal sends the unshifted code: type the capital.
  const plainShift = typed === null && modifiers.shift && key.text !== null;
  const text = plainShift ? character.toUpperCase() : key.text;
  return { ...key, name: name ?? base.toLowerCase(), text };
}

/** The modifiers of a press or a repeat; null for a release or for nonsense. */
function pressed(field: string): Modifiers | null {
  const [modifiers = "", event = "1"] = field.split(":");
  return event === "1" || event === "2" || event === "" ? modifiersOf(modifiers) : null;
}

/** The character of a decimal code point; null for none, for controls and for private use. */
function characterOf(field: string): string | null {
  const code = Number(field.split(":")[0]);
  if (field === "" || !Number.isInteger(code) || code < 32 || code > 0x10ffff) return null;
  if (code >= 0x7f && code < 0xa0) return null;
  if ((code >= 0xd800 && code <= 0xdfff) || (code >= 0xe000 && code <= 0xf8ff)) return null;
  return String.fromCodePoint(code);
}
