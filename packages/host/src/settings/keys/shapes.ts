import type { JsonObject } from "@squire/protocol";
import { list, map, number, scalar, text, textWhere, whole, type Shape } from "../shape.ts";
import { isList, isTable, type TomlValue } from "../toml-value.ts";

export const anyText = textWhere(() => true, "");
export const texts = list(text);
export const count = whole(0);
export const positive = whole(1);
/** Seconds; fractions are fine. */
export const seconds = number(0, 86_400);
/** `provider/model`, a model, a role, each with an optional `:thinking` (MODL-8). */
export const modelRef = text;

/** A map whose keys the user makes up. */
export const textMap = map(anyText);

/** An address requests may go to. A password in it would be shown and logged. */
export const httpUrl = textWhere(
  isHttpUrl,
  "an address that starts with http:// or https://, without a user name or password in it",
);

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** A table of anything that JSON can say. */
export const jsonObject: Shape<JsonObject> = scalar((value) => {
  if (!isTable(value)) return "a table";
  return isJson(value) ? null : "a table without dates, inf and nan";
});

function isJson(value: TomlValue): boolean {
  if (isTable(value)) return Object.values(value).every(isJson);
  if (isList(value)) return value.every(isJson);
  return typeof value === "number" ? Number.isFinite(value) : !(value instanceof Date);
}
