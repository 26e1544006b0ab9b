import type { Cursor } from "./cursor.ts";
import { readEscape } from "./escape.ts";
import type { CharSet } from "./syntax.ts";

const POSIX: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\u{0}-\\u{7F}",
  blank: "\\u{9}\\u{20}",
  cntrl: "\\u{0}-\\u{1F}\\u{7F}",
  digit: "0-9",
  graph: "\\u{21}-\\u{7E}",
  lower: "a-z",
  print: "\\u{20}-\\u{7E}",
  punct: "\\u{21}-\\u{2F}\\u{3A}-\\u{40}\\u{5B}-\\u{60}\\u{7B}-\\u{7E}",
  space: "\\u{9}-\\u{D}\\u{20}",
  upper: "A-Z",
  word: "0-9A-Za-z_",
  xdigit: "0-9A-Fa-f",
};

const OPERATORS = { "&&": "and", "--": "without", "~~": "either" } as const;

/** Reads a class whose `[` the cursor has just passed. */
export function readClass(cursor: Cursor): CharSet {
  const start = cursor.at - 1;
  const isNegated = cursor.skip("^");
  let set = readUnion(cursor, start, true);
  for (;;) {
    const operator = (["&&", "--", "~~"] as const).find((word) => cursor.startsWith(word));
    if (operator === undefined) break;
    cursor.skip(operator);
    set = { type: OPERATORS[operator], left: set, right: readUnion(cursor, start, false) };
  }
  cursor.skip("]");
  return isNegated ? { type: "not", inner: set } : set;
}

/** Reads up to the end of the class or the next operator, which stay where they are. */
function readUnion(cursor: Cursor, start: number, isFirst: boolean): CharSet {
  const parts: CharSet[] = [];
  // A bracket or dashes at the very beginning stand for themselves.
  if (isFirst && cursor.skip("]")) parts.push(rangeFrom(cursor, 0x5d, start));
  else if (isFirst && !isOperator(cursor) && cursor.skip("-")) {
    parts.push({ type: "range", from: 0x2d, to: 0x2d });
  }
  for (;;) {
    cursor.skipBlanks();
    if (cursor.isAtEnd) return cursor.fail("the class is not closed", start);
    if (cursor.startsWith("]") || isOperator(cursor)) return { type: "union", parts };
    parts.push(readItem(cursor, start));
  }
}

function isOperator(cursor: Cursor): boolean {
  return cursor.startsWith("&&") || cursor.startsWith("--") || cursor.startsWith("~~");
}

function readItem(cursor: Cursor, start: number): CharSet {
  const at = cursor.at;
  const posix = cursor.match(/\[:(\^?)([a-z]+):\]/y);
  if (posix !== null) {
    const members = POSIX[posix[2] ?? ""];
    if (members === undefined) return cursor.fail("this class is not known", at);
    const set: CharSet = { type: "named", members };
    return posix[1] === "^" ? { type: "not", inner: set } : set;
  }
  if (cursor.skip("[")) return readClass(cursor);
  const item = readMember(cursor);
  return typeof item === "number" ? rangeFrom(cursor, item, start) : item;
}

function readMember(cursor: Cursor): number | CharSet {
  const at = cursor.at;
  if (!cursor.skip("\\")) return cursor.take().codePointAt(0) ?? 0;
  const escape = readEscape(cursor);
  if (escape.type === "set") return escape.set;
  if (escape.type === "char") return escape.code;
  return cursor.fail("an anchor cannot be in a class", at);
}

/** A character, or a range that begins with it. */
function rangeFrom(cursor: Cursor, from: number, start: number): CharSet {
  cursor.skipBlanks();
  const isRange = cursor.startsWith("-") && !cursor.startsWith("--") && !cursor.startsWith("-]");
  if (!isRange) return { type: "range", from, to: from };
  const at = cursor.at;
  cursor.take();
  cursor.skipBlanks();
  if (cursor.isAtEnd) return cursor.fail("the class is not closed", start);
  const to = readMember(cursor);
  if (typeof to !== "number") return cursor.fail("a range cannot end in a class", at);
  return from <= to ? { type: "range", from, to } : cursor.fail("the range is backwards", at);
}
