import { parse } from "smol-toml";
import { formatKey } from "./key-path.ts";
import { isList, isTable, type TomlTable, type TomlValue } from "./toml-value.ts";

/** A value as it stands behind `key =` on one line. */
export function tomlLiteral(value: TomlValue): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return numberLiteral(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (isList(value)) return `[${value.map(tomlLiteral).join(", ")}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${formatKey(key)} = ${tomlLiteral(item)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function quote(text: string): string {
  // JSON leaves DEL as it is, TOML forbids it.
  return JSON.stringify(text.toWellFormed()).replaceAll("\u007f", "\\u007F");
}

function numberLiteral(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  // An integer beyond the safe range must stay a float, or it cannot be read back.
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !/[e.]/.test(text)
    ? `${text}.0`
    : text;
}

/** What `config set key <text>` means: a TOML value if it is one, else the text itself. */
export function parseValueText(text: string): TomlValue {
  try {
    const parsed: unknown = parse(`v = ${text}`);
    if (isTable(parsed) && Object.keys(parsed).length === 1) return readValue(parsed);
  } catch {
    return text;
  }
  return text;
}

function readValue(table: TomlTable): TomlValue {
  const value = table["v"];
  return value === undefined ? "" : value;
}

/** Parses a document. Throws smol-toml's `TomlError`, which knows line and column. */
export function parseToml(text: string): TomlTable {
  const table: unknown = parse(text);
  if (!isTable(table)) throw new Error("A TOML document is always a table.");
  return table;
}

export function isStringList(value: TomlValue | undefined): value is readonly string[] {
  return isList(value) && value.every((item) => typeof item === "string");
}
