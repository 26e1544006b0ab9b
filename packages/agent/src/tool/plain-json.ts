import type { JsonObject, JsonValue } from "@squire/protocol";

/** Checked arguments as plain JSON: fields that are undefined are left out. Throws on anything else. */
export function plainObject(value: object): JsonObject {
  const fields: Record<string, JsonValue> = {};
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    // Assigning would look for a setter; `__proto__` is a key like any other.
    Object.defineProperty(fields, key, {
      value: plainValue(field),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return fields;
}

function plainValue(value: unknown): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item) => plainValue(item ?? null));
  if (typeof value === "object" && isPlain(value)) return plainObject(value);
  throw new TypeError(`An argument became a ${typeof value}, which is no JSON.`);
}

function isPlain(value: object): boolean {
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null;
}
