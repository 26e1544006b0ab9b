/** What a TOML document can hold. Tables have no prototype, so no key can shadow or reach one. */
export type TomlValue = string | number | boolean | Date | readonly TomlValue[] | TomlTable;
export type TomlTable = { readonly [key: string]: TomlValue };

/** A place in a document: keys and list positions, e.g. `["providers", 1, "base_url"]`. */
export type KeyPath = readonly (string | number)[];

export function isTable(value: unknown): value is TomlTable {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

export function isList(value: unknown): value is readonly TomlValue[] {
  return Array.isArray(value);
}

/** A table without a prototype; later entries win. */
export function tableOf(entries: Iterable<readonly [string, TomlValue]>): TomlTable {
  const table: Record<string, TomlValue> = Object.create(null);
  for (const [key, value] of entries) table[key] = value;
  return table;
}

export function valueAt(value: TomlValue | undefined, path: KeyPath): TomlValue | undefined {
  let at = value;
  for (const step of path) {
    if (typeof step === "number") at = isList(at) ? at[step] : undefined;
    else at = isTable(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at;
}

/** A copy with `value` at `path`; missing tables are made, a list may grow by one at its end. */
export function withValue(table: TomlTable, path: KeyPath, value: TomlValue): TomlTable {
  const changed = place(table, path, value);
  return isTable(changed) ? changed : table;
}

function place(at: TomlValue | undefined, path: KeyPath, value: TomlValue): TomlValue {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = isList(at) ? [...at] : [];
    list[Math.min(step, list.length)] = place(list[step], rest, value);
    return list;
  }
  const table = isTable(at) ? at : tableOf([]);
  const inner = Object.hasOwn(table, step) ? table[step] : undefined;
  return tableOf([...Object.entries(table), [step, place(inner, rest, value)]]);
}

/** A copy without what is at `path`; list elements behind it move up. */
export function withoutValue(table: TomlTable, path: KeyPath): TomlTable {
  const changed = cut(table, path);
  return isTable(changed) ? changed : table;
}

function cut(at: TomlValue, path: KeyPath): TomlValue {
  const [step, ...rest] = path;
  if (step === undefined) return at;
  if (typeof step === "number") {
    if (!isList(at)) return at;
    if (rest.length === 0) return at.filter((_, index) => index !== step);
    return at.map((item, index) => (index === step ? cut(item, rest) : item));
  }
  if (!isTable(at)) return at;
  const kept = Object.entries(at).filter(([key]) => key !== step || rest.length > 0);
  return tableOf(kept.map(([key, value]) => [key, key === step ? cut(value, rest) : value]));
}

/** Same content. A table that holds nothing counts as absent: an empty header says nothing. */
export function sameContent(a: TomlValue | undefined, b: TomlValue | undefined): boolean {
  if (isTable(a) || isTable(b)) return sameTables(a, b);
  if (isList(a) && isList(b)) {
    return a.length === b.length && a.every((item, index) => sameContent(item, b[index]));
  }
  if (a instanceof Date && b instanceof Date) return a.toISOString() === b.toISOString();
  return Object.is(a, b);
}

function sameTables(a: TomlValue | undefined, b: TomlValue | undefined): boolean {
  const left = a === undefined ? tableOf([]) : a;
  const right = b === undefined ? tableOf([]) : b;
  if (!isTable(left) || !isTable(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => sameContent(left[key], right[key]));
}
