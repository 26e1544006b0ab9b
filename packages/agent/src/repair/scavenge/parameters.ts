import type { JsonValue, ToolSpec } from "@squire/protocol";
import { isObject, tryParse } from "../read-args.ts";
import { elementsIn } from "./found.ts";

type Parameters = { readonly argsText: string; readonly cut: boolean };

/**
 * Arguments written as one element each. What the tool's schema calls a string stays text; anything
 * else is read as JSON where it is JSON. Null when there is neither an element nor nothing at all.
 */
export function readParameters(
  body: string,
  patterns: { readonly open: RegExp; readonly close: RegExp },
  spec: ToolSpec | undefined,
): Parameters | null {
  const elements = elementsIn(body, patterns.open, patterns.close);
  if (elements.length === 0 && body.trim() !== "") return null;
  const properties = spec?.parameters["properties"];
  const fields = elements.map(({ head: [key = ""], body: raw }): [string, JsonValue] => {
    const value = raw.replace(/^\r?\n/, "").replace(/\r?\n[ \t]*$/, "");
    return [key, typed(value, isObject(properties) ? properties[key] : undefined)];
  });
  const cut = elements.at(-1)?.cut ?? false;
  return { argsText: JSON.stringify(Object.fromEntries(fields)), cut };
}

function typed(text: string, schema: JsonValue | undefined): JsonValue {
  if (isObject(schema) && schema["type"] === "string") return text;
  return tryParse(text)?.value ?? text;
}
