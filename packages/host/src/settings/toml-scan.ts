import { formatKeyPath } from "./key-path.ts";
import { createCursor, type Cursor } from "./toml-cursor.ts";
import type { KeyPath } from "./toml-value.ts";

/** A key, a table header or a list element with its place in the text. */
export type TomlItem = {
  readonly type: "header" | "key" | "element";
  readonly path: KeyPath;
  /** The table whose lines it stands in. */
  readonly section: KeyPath;
  /** Offset where the key or header begins. */
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** 0 for a statement of its own, more inside a list or an inline table. */
  readonly depth: number;
};

// More than any settings file has; beyond them the scan stops instead of the stack or the clock.
const MAX_DEPTH = 60;
const MAX_ITEMS = 20_000;

type Scan = {
  readonly cursor: Cursor;
  readonly items: TomlItem[];
  /** How many elements each list of tables has so far. */
  readonly lists: Map<string, number>;
  section: KeyPath;
};

/**
 * Where everything stands in a TOML text. Valid documents are indexed completely; of others as
 * much as can be made out. Never throws, and reads every character once.
 */
export function scanToml(text: string): readonly TomlItem[] {
  const scan: Scan = { cursor: createCursor(text), items: [], lists: new Map(), section: [] };
  const { cursor } = scan;
  while (!cursor.atEnd()) {
    cursor.skipBlank();
    if (scan.items.length >= MAX_ITEMS) break;
    if (cursor.peek() === "[") scanHeader(scan);
    else scanStatement(scan, scan.section, 0);
    cursor.skipLine();
  }
  return scan.items;
}

function scanHeader(scan: Scan): void {
  const { cursor } = scan;
  const start = cursor.offset();
  const isListHeader = cursor.take("[[");
  if (!isListHeader) cursor.take("[");
  const keys = cursor.readKeys();
  if (keys === null || !cursor.take(isListHeader ? "]]" : "]")) return;
  const path = isListHeader ? nextElement(scan, keys) : inLatest(scan, keys);
  scan.section = path;
  const end = cursor.offset();
  scan.items.push({
    type: "header",
    path,
    section: path,
    start,
    valueStart: start,
    valueEnd: end,
    depth: 0,
  });
}

/** `[a.b]` after `[[a]]` means the newest element of `a`. */
function inLatest(scan: Scan, keys: readonly string[]): KeyPath {
  let path: KeyPath = [];
  for (const key of keys) {
    path = [...path, key];
    const count = scan.lists.get(formatKeyPath(path));
    if (count !== undefined) path = [...path, count - 1];
  }
  return path;
}

function nextElement(scan: Scan, keys: readonly string[]): KeyPath {
  const parent = inLatest(scan, keys.slice(0, -1));
  const list = [...parent, ...keys.slice(-1)];
  const name = formatKeyPath(list);
  const index = scan.lists.get(name) ?? 0;
  scan.lists.set(name, index + 1);
  return [...list, index];
}

/** `key = value`; false when it is not one. */
function scanStatement(scan: Scan, parent: KeyPath, depth: number): boolean {
  const { cursor } = scan;
  const start = cursor.offset();
  const keys = cursor.readKeys();
  if (keys === null || !cursor.take("=")) return false;
  return scanValue(scan, { type: "key", path: [...parent, ...keys], start, depth });
}

type Found = Pick<TomlItem, "type" | "path" | "start" | "depth">;

function scanValue(scan: Scan, found: Found): boolean {
  const { cursor } = scan;
  if (found.depth > MAX_DEPTH || scan.items.length >= MAX_ITEMS) {
    cursor.stop();
    return false;
  }
  cursor.skipSpaces();
  const valueStart = cursor.offset();
  // Noted before its content, so that an outer item always comes before its inner ones.
  const at = scan.items.length;
  const open = { ...found, section: scan.section, valueStart, valueEnd: valueStart };
  scan.items.push(open);
  const complete = skipValue(scan, found);
  scan.items[at] = { ...open, valueEnd: cursor.offset() };
  return complete;
}

function skipValue(scan: Scan, found: Found): boolean {
  const { cursor } = scan;
  const first = cursor.peek();
  if (first === "[") return scanList(scan, found);
  if (first === "{") return scanInlineTable(scan, found);
  if (first === '"' || first === "'") return cursor.skipString();
  cursor.skipScalar(found.depth > 0);
  return true;
}

function scanList(scan: Scan, { path, depth }: Found): boolean {
  const { cursor } = scan;
  cursor.take("[");
  for (let index = 0; ; index++) {
    cursor.skipBlank();
    if (cursor.atEnd()) return false;
    if (cursor.take("]")) return true;
    const start = cursor.offset();
    const element = { type: "element", path: [...path, index], start, depth: depth + 1 } as const;
    if (!scanValue(scan, element)) return false;
    cursor.skipBlank();
    if (!cursor.take(",")) return cursor.take("]");
  }
}

function scanInlineTable(scan: Scan, { path, depth }: Found): boolean {
  const { cursor } = scan;
  cursor.take("{");
  for (;;) {
    cursor.skipBlank();
    if (cursor.atEnd()) return false;
    if (cursor.take("}")) return true;
    if (!scanStatement(scan, path, depth + 1)) return false;
    cursor.skipBlank();
    if (!cursor.take(",")) return cursor.take("}");
  }
}
