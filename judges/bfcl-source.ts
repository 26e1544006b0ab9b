import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue } from "@squire/protocol";

/** The accepted values of each argument; inside an object each field has such a list again. */
export type Accepted = Readonly<Record<string, JsonValue>>;

/** The call made of the first accepted values; "" stands for left out, unless it cannot be. */
export function goldArgs(accepted: Accepted, schema: JsonObject): JsonObject {
  const needed = requiredOf(schema);
  const properties = propertiesOf(schema);
  const args: Record<string, JsonValue> = {};
  for (const [name, values] of Object.entries(accepted)) {
    if (!isList(values)) {
      args[name] = literal(values, properties[name]);
      continue;
    }
    const wanted = needed.includes(name) ? values.toSorted(emptyLast) : values;
    const [first] = wanted;
    if (first === undefined || (first === "" && !needed.includes(name))) continue;
    args[name] = literal(first, properties[name]);
  }
  return args;
}

function emptyLast(a: JsonValue, b: JsonValue): number {
  return Number(a === "") - Number(b === "");
}

function literal(value: JsonValue, schema: JsonValue | undefined): JsonValue {
  const own = isObject(schema) ? schema : {};
  if (isList(value)) return value.map((item) => literal(item, own["items"]));
  return isObject(value) ? goldArgs(value, own) : value;
}

/** Why a call does not fit what its own tool says, in the words of the source; null when it does. */
export function misfit(value: JsonValue, schema: JsonValue | undefined, at = ""): string | null {
  if (!isObject(schema) || isDeepStrictEqual(value, schema["default"])) return null;
  const type = typeOf(schema);
  if (type !== null && !is(value, type)) return `${at} is no ${type}`;
  const { enum: choices } = schema;
  if (choices !== undefined && isList(choices)) {
    const chosen = isList(value) ? value : [value];
    if (!chosen.every((one) => choices.includes(one))) return `${at} is none of its choices`;
  }
  if (isList(value)) return firstOf(value.map((item) => misfit(item, schema["items"], `${at}[]`)));
  if (!isObject(value)) return null;
  const lacking = requiredOf(schema).find((name) => value[name] === undefined);
  if (lacking !== undefined) return `${at}.${lacking} is missing`;
  const properties = propertiesOf(schema);
  return firstOf(
    Object.entries(value).map(([name, field]) => misfit(field, properties[name], `${at}.${name}`)),
  );
}

const SAMPLES: readonly JsonValue[] = [null, true, 1.5, "wrong", ["wrong"], { wrong: 1 }];

/** Values that an argument cannot have by its type; none when it takes any. */
export function wrongValues(name: string, schema: JsonObject): readonly JsonValue[] {
  const property = propertiesOf(schema)[name];
  if (!isObject(property)) return [];
  const type = typeOf(property);
  if (type === null) return [];
  const { default: fallback } = property;
  // Whoever states a default of another type means that type, too.
  const like = fallback === undefined ? undefined : SAMPLES.find((one) => isAlike(one, fallback));
  return SAMPLES.filter((value) => !is(value, type) && value !== like);
}

function isAlike(a: JsonValue, b: JsonValue): boolean {
  return typeof a === typeof b && isList(a) === isList(b) && (a === null) === (b === null);
}

type Type = "object" | "list" | "text" | "integer" | "number" | "boolean";

const TYPES: readonly (readonly [Type, readonly string[]])[] = [
  ["object", ["dict", "object", "hashmap"]],
  ["list", ["array", "list", "arraylist", "tuple"]],
  ["text", ["string"]],
  ["integer", ["integer", "long"]],
  ["number", ["float", "number", "double"]],
  ["boolean", ["boolean"]],
];

/** Null: anything. */
function typeOf({ type }: JsonObject): Type | null {
  if (typeof type !== "string") return null;
  return TYPES.find(([, names]) => names.includes(type.toLowerCase()))?.[0] ?? null;
}

function is(value: JsonValue, type: Type): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "list":
      return isList(value);
    case "text":
      return typeof value === "string";
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
  }
}

function requiredOf({ required }: JsonObject): readonly string[] {
  if (required === undefined || !isList(required)) return [];
  return required.filter((name) => typeof name === "string");
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function firstOf(found: readonly (string | null)[]): string | null {
  return found.find((one) => one !== null) ?? null;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}
