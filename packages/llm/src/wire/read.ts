import type { JsonObject, JsonValue } from "@squire/protocol";

/** The known keys of a vendor's type with values still unproved. */
export type Fields<T> = { readonly [Key in keyof T]?: unknown };

const EMPTY = Object.freeze({});

/** The fields of a frame, by the vendor's names; anything that is not an object has none. */
export function fields<T extends object>(value: unknown): Fields<T> {
  return isRecord(value) ? value : EMPTY;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A string, or the empty string: servers send null, numbers and nothing where text belongs. */
export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A token count; negative, fractional or missing numbers are not counts. */
export function count(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** For values that came out of `JSON.parse` and are therefore JSON. */
export function asJson(value: unknown): JsonValue {
  return value as JsonValue;
}

export function asJsonObject(value: unknown): JsonObject | undefined {
  return isRecord(value) ? (value as JsonObject) : undefined;
}
