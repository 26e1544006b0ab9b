import { field } from "../web/json-fields.ts";
import { SearchFailure } from "./search-failure.ts";

/** A field that holds a list; providers leave it away, or null, when it would be empty. */
export function listField(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  if (Array.isArray(found)) return found;
  if (found === undefined || found === null) return [];
  throw new SearchFailure(`its answer has another shape than known (${name})`);
}

/** An answer that is no object was not meant for us. */
export function checkObject(value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SearchFailure("its answer has another shape than known");
  }
}
