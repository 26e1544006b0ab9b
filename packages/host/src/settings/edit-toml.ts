import { formatKey, formatKeyPath, samePath, startsWith } from "./key-path.ts";
import { parseToml, tomlLiteral } from "./toml-literal.ts";
import { scanToml, type TomlItem } from "./toml-scan.ts";
import {
  sameContent,
  valueAt,
  withoutValue,
  withValue,
  type KeyPath,
  type TomlTable,
  type TomlValue,
} from "./toml-value.ts";

type Document = {
  readonly text: string;
  readonly items: readonly TomlItem[];
  readonly eol: string;
};

/** One way to make a change; null when it does not fit. */
type Attempt = (document: Document) => string | null;

/**
 * The text with `path` set to `value` and everything else, comments included, left as it is. Null
 * when no way is known to do that: a result is given only if it reads back as exactly the wanted
 * change. The text must be valid TOML.
 */
export function setInToml(text: string, path: KeyPath, value: TomlValue): string | null {
  const wanted = withValue(parseToml(text), path, value);
  // A list grows only at its end.
  if (!sameContent(valueAt(wanted, path), value)) return null;
  return firstThatFits(text, wanted, [
    (document) => replaceValue(document, path, value),
    (document) => rewriteInline(document, path, wanted),
    (document) => insertInSection(document, path, value, atExample),
    (document) => insertInSection(document, path, value, atEnd),
    (document) => insertBesideDotted(document, path, value),
    (document) => appendSection(document, path, value),
  ]);
}

/** The text without `path`; null when that cannot be done by cutting lines. */
export function unsetInToml(text: string, path: KeyPath): string | null {
  const wanted = withoutValue(parseToml(text), path);
  return firstThatFits(text, wanted, [
    (document) => rewriteInline(document, path, wanted),
    (document) => cutStatements(document, path),
  ]);
}

function firstThatFits(
  text: string,
  wanted: TomlTable,
  attempts: readonly Attempt[],
): string | null {
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n";
  const document: Document = { text, items: scanToml(text), eol };
  for (const attempt of attempts) {
    const changed = attempt(document);
    if (changed !== null && readsAs(changed, wanted)) return changed;
  }
  return null;
}

function readsAs(text: string, wanted: TomlTable): boolean {
  try {
    return sameContent(parseToml(text), wanted);
  } catch {
    return false;
  }
}

function replaceValue({ text, items }: Document, path: KeyPath, value: TomlValue): string | null {
  const item = items.find(({ type, path: at }) => type !== "header" && samePath(at, path));
  return item === undefined ? null : splice(text, item, tomlLiteral(value));
}

/** The list or inline table around `path`, written anew. */
function rewriteInline({ text, items }: Document, path: KeyPath, wanted: TomlTable): string | null {
  const item = items.findLast(
    ({ type, path: at }) => type !== "header" && at.length < path.length && startsWith(path, at),
  );
  const value = item === undefined ? undefined : valueAt(wanted, item.path);
  return item === undefined || value === undefined ? null : splice(text, item, tomlLiteral(value));
}

function splice(text: string, { valueStart, valueEnd }: TomlItem, literal: string): string {
  return text.slice(0, valueStart) + literal + text.slice(valueEnd);
}

/** The lines of one table. */
type Section = {
  readonly path: KeyPath;
  readonly header: TomlItem | undefined;
  readonly start: number;
  readonly end: number;
};

type Spot = (document: Document, section: Section, key: string) => number | null;

/** A new line in the table the key belongs to. */
function insertInSection(
  document: Document,
  path: KeyPath,
  value: TomlValue,
  spot: Spot,
): string | null {
  const key = path.at(-1);
  const section = sectionOf(document, path.slice(0, -1));
  if (section === null || typeof key !== "string") return null;
  const at = spot(document, section, key);
  return at === null
    ? null
    : insertLine(document, at, `${formatKey(key)} = ${tomlLiteral(value)}${document.eol}`);
}

function sectionOf({ text, items }: Document, path: KeyPath): Section | null {
  const header = items.find((item) => item.type === "header" && samePath(item.path, path));
  if (path.length > 0 && header === undefined) return null;
  const start = header === undefined ? 0 : lineEnd(text, header.valueEnd);
  const next = items.find((item) => item.type === "header" && item.start >= start);
  return { path, header, start, end: next?.start ?? text.length };
}

/** Behind `# key = …`, as the default file has it. */
const atExample: Spot = ({ text }, { start, end }, key) => {
  const example = new RegExp(String.raw`^[ \t]*#[ \t]*${RegExp.escape(formatKey(key))}[ \t]*=`);
  for (let at = start; at < end; at = lineEnd(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    // From here on the examples belong to a table that is commented out as well.
    if (/^[ \t]*#[ \t]*\[/.test(line)) return null;
    if (example.test(line)) return lineEnd(text, at);
  }
  return null;
};

/** Behind the table's last key, else behind its header, else before the first table. */
const atEnd: Spot = ({ text, items }, { path, header, start, end }) => {
  const last = items.findLast(
    (item) => item.type === "key" && item.depth === 0 && samePath(item.section, path),
  );
  if (last !== undefined) return lineEnd(text, last.valueEnd);
  return header === undefined ? beforeComments(text, end) : start;
};

/** Before the comment that introduces the header at `end`. */
function beforeComments(text: string, end: number): number {
  if (end === text.length) return end;
  let at = text.lastIndexOf("\n", end) + 1;
  for (;;) {
    const start = text.lastIndexOf("\n", at - 2) + 1;
    if (at === 0 || !/^[ \t]*#/.test(text.slice(start, at))) return at;
    at = start;
  }
}

/** Next to `agent.max_steps = 3`, where the table has no header and may not get one. */
function insertBesideDotted(document: Document, path: KeyPath, value: TomlValue): string | null {
  const parent = path.slice(0, -1);
  const sibling = document.items.findLast(
    ({ type, depth, path: at, section }) =>
      type === "key" && depth === 0 && startsWith(at, parent) && section.length < parent.length,
  );
  if (sibling === undefined) return null;
  const key = formatKeyPath(path.slice(sibling.section.length));
  const line = `${key} = ${tomlLiteral(value)}${document.eol}`;
  return insertLine(document, lineEnd(document.text, sibling.valueEnd), line);
}

/** A new table at the end; `[[list]]` when the path asks for one more element. */
function appendSection(document: Document, path: KeyPath, value: TomlValue): string | null {
  const { text, eol } = document;
  const key = path.at(-1);
  const names = path.slice(0, -1).filter((step) => typeof step === "string");
  if (typeof key !== "string" || names.length === 0) return null;
  const name = names.map(formatKey).join(".");
  const header = typeof path.at(-2) === "number" ? `[[${name}]]` : `[${name}]`;
  const gap = text.trim() === "" ? "" : eol;
  return insertLine(
    document,
    text.length,
    `${gap}${header}${eol}${formatKey(key)} = ${tomlLiteral(value)}${eol}`,
  );
}

function cutStatements({ text, items }: Document, path: KeyPath): string | null {
  const gone = items.filter(({ depth, path: at }) => depth === 0 && startsWith(at, path));
  if (gone.length === 0) return null;
  return gone.reduceRight((left, item) => {
    const start = text.lastIndexOf("\n", item.start - 1) + 1;
    return left.slice(0, start) + left.slice(lineEnd(text, item.valueEnd));
  }, text);
}

/** Offset of the line after the one that holds `at`. */
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline + 1;
}

function insertLine({ text, eol }: Document, at: number, line: string): string {
  const before = text.slice(0, at);
  const gap = before === "" || before.endsWith("\n") ? "" : eol;
  return before + gap + line + text.slice(at);
}
