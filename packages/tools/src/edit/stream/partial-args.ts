import { repairTruncation } from "@squire/agent";
import type { JsonObject, JsonValue } from "@squire/protocol";

/** A value that may still be growing: `isWhole` once nothing can be added to it any more. */
export type Growing<T> = { readonly value: T; readonly isWhole: boolean };

/** The arguments as far as they have come in; null while nothing can be told. */
export function partialArgs(argsText: string): Growing<JsonObject> | null {
  const { repaired, changed, position } = repairTruncation(argsText);
  if (position !== null) return null;
  try {
    const value = JSON.parse(repaired) as JsonValue;
    return isObject(value) ? { value, isWhole: !changed } : null;
  } catch {
    return null;
  }
}

/** Only the last member of what is still open can grow: what stands before another is whole. */
export function member(
  { value, isWhole }: Growing<JsonObject>,
  name: string,
): Growing<JsonValue> | null {
  const found = value[name];
  if (found === undefined || found === null) return null;
  return { value: found, isWhole: isWhole || Object.keys(value).at(-1) !== name };
}

export function text(from: Growing<JsonObject>, name: string): Growing<string> | null {
  const found = member(from, name);
  return typeof found?.value === "string" ? { value: found.value, isWhole: found.isWhole } : null;
}

/** A text that will not change any more. */
export function wholeText(from: Growing<JsonObject>, name: string): string | null {
  const found = text(from, name);
  return found?.isWhole === true ? found.value : null;
}

/** The objects of a list; all but the last are whole. */
export function items(from: Growing<JsonObject>, name: string): readonly Growing<JsonObject>[] {
  const found = member(from, name);
  if (found === null || !Array.isArray(found.value)) return [];
  const list: readonly JsonValue[] = found.value;
  return list.flatMap((value, at) =>
    isObject(value) ? [{ value, isWhole: found.isWhole || at < list.length - 1 }] : [],
  );
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
