import { printable } from "./problem.ts";
import { isList, isTable, type KeyPath, type TomlValue } from "./toml-value.ts";

/** `expected a whole number, found the text "many".` (CFG-2) */
export function describeUnfit(
  expected: string,
  found: TomlValue | undefined,
  path: KeyPath,
): string {
  if (found === undefined) return `this key is missing; expected ${expected}.`;
  return `expected ${expected}, found ${describeValue(found, path)}.`;
}

/** What was found, short, and never a secret. */
export function describeValue(value: TomlValue, path: KeyPath): string {
  if (isList(value)) return `a list of ${value.length}`;
  if (isTable(value)) return "a table";
  if (value instanceof Date) return "a date";
  if (typeof value === "string") {
    const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
    return isSecretPath(path) ? "some text" : `the text ${printable(JSON.stringify(shown))}`;
  }
  return isSecretPath(path) ? `a ${typeof value}` : String(value);
}

const SECRET_KEYS: ReadonlySet<string | number> = new Set([
  "api_key",
  "headers",
  "env",
  "extra_body",
]);

/** Keys, headers and variables may hold secrets; they are never shown as they are. */
export function isSecretPath(path: KeyPath): boolean {
  return path.some((step) => SECRET_KEYS.has(step));
}
