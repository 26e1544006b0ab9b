import { SearchFailure } from "./search-failure.ts";

/** Any value's field; undefined where there is none. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** A field that holds a list; providers leave it away, or null, when it would be empty. */
export function listField(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  if (Array.isArray(found)) return found;
  if (found === undefined || found === null) return [];
  throw new SearchFailure(`its answer has another shape than known (${name})`);
}

/** Text, or "". */
export function textField(value: unknown, ...names: readonly string[]): string {
  for (const name of names) {
    const found = field(value, name);
    if (typeof found === "string" && found !== "") return found;
  }
  return "";
}

export function numberField(value: unknown, name: string): number | undefined {
  const found = field(value, name);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

/** An answer that is no object was not meant for us. */
export function checkObject(value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SearchFailure("its answer has another shape than known");
  }
}
