import type { JsonObject, JsonValue } from "@squire/protocol";
import { isList } from "../canonical-json.ts";
import { isObject, readArgs, tryParse } from "../read-args.ts";
import { repairTruncation } from "../truncation.ts";
import type { FoundCall } from "./found.ts";

const NAMES = ["name", "tool", "tool_name", "function"];
const ARGUMENTS = ["arguments", "parameters", "args", "input"];

/**
 * The calls in `{"name": …, "arguments": …}` or a list of such; empty when the text is anything else.
 * With `cut`, JSON that ended too early is closed first.
 */
export function callsInJson(
  text: string,
  { cut }: { readonly cut: boolean },
): readonly FoundCall[] {
  const parsed = tryParse(text);
  if (parsed !== undefined) return callsIn(parsed.value, false);
  if (!cut || !/^\s*[[{]/.test(text)) return [];
  const { repaired, position } = repairTruncation(text);
  const closed = position === null ? tryParse(repaired) : undefined;
  return closed === undefined ? [] : callsIn(closed.value, true);
}

function callsIn(value: JsonValue, cut: boolean): readonly FoundCall[] {
  const items = isList(value) ? value : [value];
  const calls = items.map((item) => (isObject(item) ? callIn(item, cut) : null));
  // A list with anything else in it is data.
  return calls.every((call) => call !== null) ? calls : [];
}

function callIn(value: JsonObject, cut: boolean): FoundCall | null {
  const inner = value["function"];
  const object = isObject(inner) ? inner : value;
  const name = NAMES.map((key) => object[key]).find((field) => typeof field === "string");
  const args = ARGUMENTS.map((key) => object[key]).find((field) => field !== undefined);
  if (typeof name !== "string" || name === "" || args === undefined) return null;
  const argsText = typeof args === "string" ? args : JSON.stringify(args);
  return readArgs(argsText).ok ? { name, argsText, cut } : null;
}
