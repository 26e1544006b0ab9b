import { readClass } from "./char-class.ts";
import { Cursor, type Flags } from "./cursor.ts";
import { readEscape } from "./escape.ts";
import type { Count, Regex } from "./syntax.ts";

const MOST_DEPTH = 200;
const MOST_COUNT = 1_000;

/** Reads a pattern as ripgrep would; fails with `PatternProblem`. */
export function parsePattern(text: string, flags: Flags): Regex {
  const cursor = new Cursor(text, flags);
  const regex = readChoice(cursor, 0);
  return cursor.isAtEnd ? regex : cursor.fail("the group is not opened");
}

function readChoice(cursor: Cursor, depth: number): Regex {
  if (depth > MOST_DEPTH) return cursor.fail("groups are nested too deeply");
  const parts = [readSequence(cursor, depth)];
  while (cursor.skip("|")) parts.push(readSequence(cursor, depth));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { type: "choice", parts };
}

function readSequence(cursor: Cursor, depth: number): Regex {
  const parts: Regex[] = [];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.isAtEnd || cursor.startsWith("|") || cursor.startsWith(")")) break;
    const count = readCount(cursor);
    if (count === null) {
      const atom = readAtom(cursor, depth);
      if (atom !== null) parts.push(atom);
      continue;
    }
    const inner = parts.pop();
    if (inner === undefined) return cursor.fail("there is nothing to repeat", count.at);
    parts.push({ type: "repeat", inner, count: count.count });
  }
  return { type: "sequence", parts };
}

/** Null where flags are set and nothing is matched. */
function readAtom(cursor: Cursor, depth: number): Regex | null {
  const { ignoreCase, multiLine, dotAll, crlf } = cursor.flags;
  const char = cursor.take();
  switch (char) {
    case "(":
      return readGroup(cursor, depth);
    case "[":
      return { type: "class", set: readClass(cursor), ignoreCase };
    case ".":
      return { type: "dot", withNewline: dotAll, crlf };
    case "^":
      return { type: "anchor", at: multiLine ? "lineStart" : "textStart", crlf };
    case "$":
      return { type: "anchor", at: multiLine ? "lineEnd" : "textEnd", crlf };
    case "\\": {
      const escape = readEscape(cursor);
      if (escape.type === "anchor") return { ...escape, crlf };
      if (escape.type === "set") return { type: "class", set: escape.set, ignoreCase };
      return { type: "literal", code: escape.code, ignoreCase };
    }
    default:
      return { type: "literal", code: char.codePointAt(0) ?? 0, ignoreCase };
  }
}

function readGroup(cursor: Cursor, depth: number): Regex | null {
  const start = cursor.at - 1;
  const outer = cursor.flags;
  const name = cursor.match(/\?P?<([A-Za-z_][\w.[\]]*)>/y)?.[1];
  if (name !== undefined) {
    if (cursor.groups.has(name)) return cursor.fail("two groups have the same name", start);
    cursor.groups.add(name);
  } else if (cursor.skip("?")) {
    if (cursor.match(/<?[=!]/y) !== null) {
      return cursor.fail(
        "look-around is not supported; match more and look through the result",
        start,
      );
    }
    const flags = readFlags(cursor, start);
    cursor.flags = flags;
    // They hold up to the end of the group they stand in.
    if (cursor.skip(")")) return null;
    if (!cursor.skip(":")) return cursor.fail("this kind of group is not known", start);
  }
  const inner = readChoice(cursor, depth + 1);
  if (!cursor.skip(")")) return cursor.fail("the group is not closed", start);
  cursor.flags = outer;
  return inner;
}

const FLAGS: Readonly<Record<string, keyof Flags>> = {
  i: "ignoreCase",
  m: "multiLine",
  s: "dotAll",
  U: "swapGreed",
  x: "verbose",
  R: "crlf",
};

function readFlags(cursor: Cursor, start: number): Flags {
  const words = cursor.match(/[a-zA-Z]*(?:-[a-zA-Z]+)?/y)?.[0] ?? "";
  const [on = "", off = ""] = words.split("-");
  let flags = cursor.flags;
  for (const [letters, value] of [[on, true] as const, [off, false] as const]) {
    for (const letter of letters) {
      const name = FLAGS[letter];
      // Everything is Unicode here unless it is switched off.
      if (letter === "u" && value) continue;
      if (name === undefined) return cursor.fail(`the flag ${letter} is not known`, start);
      flags = { ...flags, [name]: value };
    }
  }
  return flags;
}

function readCount(cursor: Cursor): { readonly count: Count; readonly at: number } | null {
  const at = cursor.at;
  const bounds = readBounds(cursor);
  if (bounds === null) return null;
  const isLazy = cursor.skip("?") !== cursor.flags.swapGreed;
  return { count: { ...bounds, isLazy }, at };
}

function readBounds(cursor: Cursor): Omit<Count, "isLazy"> | null {
  if (cursor.skip("*")) return { least: 0, most: null };
  if (cursor.skip("+")) return { least: 1, most: null };
  if (cursor.skip("?")) return { least: 0, most: 1 };
  if (!cursor.startsWith("{")) return null;
  const at = cursor.at;
  const found = cursor.match(/\{\s*(\d+)\s*(,?)\s*(\d*)\s*\}/y);
  const [, low = "", comma = "", high = ""] = found ?? [];
  if (found === null) {
    return cursor.fail("a { begins a count such as {2,5}; write \\{ for the character", at);
  }
  const least = Number(low);
  const most = comma === "" ? least : high === "" ? null : Number(high);
  if (most !== null && most < least) return cursor.fail("the count is backwards", at);
  if (Math.max(least, most ?? 0) > MOST_COUNT) return cursor.fail("the count is too large", at);
  return { least, most };
}
