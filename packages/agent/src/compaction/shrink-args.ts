import type { JsonValue } from "@squire/protocol";
import { isList } from "../repair/canonical-json.ts";
import { isObject, tryParse } from "../repair/read-args.ts";
import { cutBefore } from "../tokens/safe-cut.ts";

const LONG = 200;
const HEAD = 80;
const MOST_ITEMS = 20;

/**
 * The arguments of a call with long texts shortened (LOOP-13). Still the JSON of an object, whatever
 * it was before: vendors demand one.
 */
export function shrinkArgs(argsText: string): string {
  const parsed = tryParse(argsText);
  if (parsed === undefined || !isObject(parsed.value)) {
    return JSON.stringify({ omitted: `[…${argsText.length} chars…]` });
  }
  return JSON.stringify(shrunk(parsed.value));
}

function shrunk(value: JsonValue): JsonValue {
  if (typeof value === "string") return shortened(value);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) {
    const rest = value.length - MOST_ITEMS;
    const kept = value.slice(0, MOST_ITEMS).map(shrunk);
    return rest > 0 ? [...kept, `[…${rest} more…]`] : kept;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shrunk(inner)]));
}

function shortened(text: string): string {
  if (text.length <= LONG) return text;
  const head = text.slice(0, cutBefore(text, HEAD));
  return `${head}[…${text.length - head.length} chars…]`;
}
