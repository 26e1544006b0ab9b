import { isList, isTable, tableOf, type TomlTable, type TomlValue } from "./toml-value.ts";

/**
 * Lays one table over another (CFG-1): tables merge key by key, everything else replaces, and a
 * list under a key that ends in `+` is appended to the list below. What is still waiting for a
 * list keeps its `+`, so laying layers on each other can be grouped in any way.
 */
export function mergeTables(lower: TomlTable, higher: TomlTable): TomlTable {
  const merged = new Map(Object.entries(lower));
  const appends: [base: string, added: readonly TomlValue[]][] = [];
  for (const [key, value] of Object.entries(higher)) {
    if (isAppend(key, value)) appends.push([key.slice(0, -1), value]);
    else {
      merged.delete(`${key}+`);
      merged.set(key, layOver(merged.get(key), value));
    }
  }
  // Last, so that a file may state a list and add to it in either order.
  for (const [base, added] of appends) append(merged, base, added);
  return tableOf(merged);
}

function layOver(lower: TomlValue | undefined, higher: TomlValue): TomlValue {
  if (!isTable(higher)) return higher;
  return mergeTables(isTable(lower) ? lower : tableOf([]), higher);
}

function append(merged: Map<string, TomlValue>, base: string, added: readonly TomlValue[]): void {
  const target = isList(merged.get(base)) ? base : `${base}+`;
  const below = merged.get(target);
  merged.delete(target === base ? `${base}+` : base);
  merged.set(target, isList(below) ? [...below, ...added] : added);
}

/** The key a value ends up under: `list` for a list under `list+`. */
export function settledName(key: string, value: TomlValue): string {
  return isAppend(key, value) ? key.slice(0, -1) : key;
}

function isAppend(key: string, value: TomlValue): value is readonly TomlValue[] {
  return key.length > 1 && key.endsWith("+") && isList(value);
}

/** Turns what is left to append into plain lists: nothing lies below any more. */
export function settleAppends(table: TomlTable): TomlTable {
  const settled = Object.entries(table).map(([key, value]): readonly [string, TomlValue] => {
    return [settledName(key, value), isTable(value) ? settleAppends(value) : value];
  });
  return tableOf(settled);
}
