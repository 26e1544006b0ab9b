import type { JsonValue } from "@squire/protocol";

/** One spelling for equal values: keys in code unit order, no blanks. For hashing and comparing. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${fields.join(",")}}`;
}

/** `Array.isArray` does not narrow read-only arrays away. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
