import type { Cursor } from "./cursor.ts";
import { unicodeMembers } from "./unicode-class.ts";
import type { Anchor, CharSet } from "./syntax.ts";

export type Escape =
  | { readonly type: "char"; readonly code: number }
  | { readonly type: "set"; readonly set: CharSet }
  | { readonly type: "anchor"; readonly at: Anchor };

const CONTROLS: Readonly<Record<string, number>> = {
  a: 0x07,
  f: 0x0c,
  t: 0x09,
  n: 0x0a,
  r: 0x0d,
  v: 0x0b,
};

/** What a word is made of, in all scripts. */
export const WORD_MEMBERS = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";

const SETS: Readonly<Record<string, string>> = {
  d: "\\p{Nd}",
  s: "\\p{White_Space}",
  w: WORD_MEMBERS,
};

const ANCHORS: Readonly<Record<string, Anchor>> = {
  A: "textStart",
  z: "textEnd",
  b: "wordEdge",
  B: "noWordEdge",
  "<": "wordStart",
  ">": "wordEnd",
};

const EDGES: Readonly<Record<string, Anchor>> = {
  start: "wordStart",
  end: "wordEnd",
  "start-half": "halfStart",
  "end-half": "halfEnd",
};

/** Reads what follows a backslash, which the cursor has just passed. */
export function readEscape(cursor: Cursor): Escape {
  const start = cursor.at - 1;
  if (cursor.isAtEnd) return cursor.fail("nothing follows the backslash", start);
  const char = cursor.take();
  const control = CONTROLS[char];
  if (control !== undefined) return { type: "char", code: control };
  const members = SETS[char.toLowerCase()];
  if (members !== undefined) {
    const set: CharSet = { type: "named", members };
    return { type: "set", set: /[A-Z]/.test(char) ? { type: "not", inner: set } : set };
  }
  const anchor = ANCHORS[char];
  if (anchor !== undefined) return { type: "anchor", at: char === "b" ? edge(cursor) : anchor };
  if (char === "p" || char === "P") return { type: "set", set: readProperty(cursor, char === "P") };
  if (char === "x" || char === "u" || char === "U") {
    return { type: "char", code: readHex(cursor, char, start) };
  }
  if (/[0-9]/.test(char)) return cursor.fail("a reference to a group is not supported", start);
  if (/^[\x20-\x7E]$/.test(char) && !/[a-z]/i.test(char)) {
    return { type: "char", code: char.codePointAt(0) ?? 0 };
  }
  return cursor.fail(`\\${char} is no known escape`, start);
}

function edge(cursor: Cursor): Anchor {
  const named = cursor.match(/\{([a-z-]+)\}/y);
  if (named === null) return "wordEdge";
  return EDGES[named[1] ?? ""] ?? cursor.fail("this kind of word edge is not known");
}

const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function readHex(cursor: Cursor, kind: string, start: number): number {
  const braced = cursor.match(/\{([0-9a-f]+)\}/iy);
  const digits = HEX_DIGITS[kind] ?? 0;
  const text = braced?.[1] ?? cursor.match(new RegExp(`[0-9a-f]{${digits}}`, "iy"))?.[0] ?? "";
  const code = text === "" ? Number.NaN : Number.parseInt(text, 16);
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? code : cursor.fail("this is not the number of a character", start);
}

function readProperty(cursor: Cursor, isNegated: boolean): CharSet {
  const start = cursor.at;
  const braced = cursor.match(/\{(\^?)([^}]*)\}/y);
  const name = braced === null ? cursor.take() : (braced[2] ?? "");
  const members = unicodeMembers(name);
  if (members === null) return cursor.fail("this Unicode class is not known", start);
  const set: CharSet = { type: "named", members };
  return isNegated === (braced?.[1] === "^") ? set : { type: "not", inner: set };
}
