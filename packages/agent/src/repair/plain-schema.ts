import type { JsonObject, JsonValue } from "@squire/protocol";
import { isList } from "./canonical-json.ts";
import { isObject } from "./read-args.ts";

/** What tools from elsewhere call the types of JSON Schema. */
const TYPES: Readonly<Record<string, string>> = {
  object: "object",
  dict: "object",
  dictionary: "object",
  map: "object",
  hashmap: "object",
  record: "object",
  struct: "object",
  array: "array",
  list: "array",
  arraylist: "array",
  tuple: "array",
  set: "array",
  string: "string",
  str: "string",
  text: "string",
  char: "string",
  integer: "integer",
  int: "integer",
  long: "integer",
  short: "integer",
  byte: "integer",
  number: "number",
  float: "number",
  double: "number",
  decimal: "number",
  boolean: "boolean",
  bool: "boolean",
  null: "null",
  none: "null",
};

/** Keywords that hold a schema, a list of them, or schemas by name. */
const NESTED = ["items", "additionalProperties", "contains", "not", "if", "then", "else"];
const LISTED = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED = ["properties", "patternProperties", "$defs", "definitions"];

const MAX_DEPTH = 60;

/**
 * A tool's schema as JSON Schema that vendors accept: foreign type names are translated, unknown
 * ones left out, objects have `properties` (RPR-8), lists have `items`, choices that can only be
 * meant for the items of a list stand there, `required` names only what is there, and a stated
 * default is allowed. What already is all that stays the same object.
 */
export function plainSchema(schema: JsonObject): JsonObject {
  return plain(schema["type"] === undefined ? { ...schema, type: "object" } : schema, 0);
}

function plain(schema: JsonObject, depth: number): JsonObject {
  if (depth > MAX_DEPTH) return {};
  const made: Record<string, JsonValue> = { ...schema };
  const type = typeOf(schema["type"]);
  delete made["type"];
  if (type !== undefined) made["type"] = type;
  const below = (value: JsonValue): JsonValue =>
    isObject(value) ? plain(value, depth + 1) : value;
  for (const key of NESTED) if (made[key] !== undefined) made[key] = below(made[key]);
  for (const key of LISTED) {
    const list = made[key];
    if (list !== undefined && isList(list)) made[key] = unlessSame(list.map(below), list);
  }
  for (const key of NAMED) {
    const named = made[key];
    if (isObject(named)) made[key] = mapValues(named, below);
    else if (named !== undefined) delete made[key];
  }
  if (type === "object") made["properties"] ??= {};
  if (type === "array") made["items"] ??= {};
  const whole = type === "array" ? withChoicesInItems(made) : made;
  return unlessSame(withRequired(withDefault(inOrder(whole, schema))), schema);
}

/** Of which no list can be one. */
function withChoicesInItems(schema: JsonObject): JsonObject {
  const { enum: choices, items, ...rest } = schema;
  if (choices === undefined || !isList(choices) || !isObject(items)) return schema;
  if (choices.some((choice) => typeof choice === "object")) return schema;
  return { ...rest, items: { enum: choices, ...items } };
}

function typeOf(type: JsonValue | undefined): JsonValue | undefined {
  if (typeof type === "string") return knownType(type);
  if (type === undefined || !isList(type)) return undefined;
  const types = type.map((one) => (typeof one === "string" ? knownType(one) : undefined));
  const known = types.filter((one) => one !== undefined);
  if (known.length !== types.length || known.length === 0) return undefined;
  return known.every((one, at) => one === type[at]) ? type : [...new Set(known)];
}

function knownType(name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(TYPES, lower) ? TYPES[lower] : undefined;
}

/** Many tools state null, or a word that is not in their list, as the default. */
function withDefault(schema: JsonObject): JsonObject {
  const { default: fallback, type, enum: choices } = schema;
  if (fallback === undefined) return schema;
  const types = typeof type === "string" ? [type] : type !== undefined && isList(type) ? type : [];
  const own = typeNameOf(fallback);
  const fits = types.some((one) => one === own || (one === "number" && own === "integer"));
  const listed = choices === undefined || !isList(choices) || choices.includes(fallback);
  return {
    ...schema,
    ...(types.length > 0 && !fits ? { type: [...types, own] } : {}),
    ...(!listed && isList(choices) ? { enum: [...choices, fallback] } : {}),
  };
}

function typeNameOf(value: JsonValue): string {
  if (value === null) return "null";
  if (isList(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function withRequired(schema: JsonObject): JsonObject {
  const { required, ...rest } = schema;
  if (required === undefined) return schema;
  const properties = schema["properties"];
  const names = isList(required) ? required.filter((name) => typeof name === "string") : [];
  const there = isObject(properties)
    ? names.filter((name) => Object.hasOwn(properties, name))
    : names;
  if (there.length === 0) return rest;
  return isList(required) && there.length === required.length
    ? schema
    : { ...rest, required: there };
}

/** The keys in the order they came, so that an unchanged schema keeps its bytes. */
function inOrder(made: JsonObject, original: JsonObject): JsonObject {
  const keys = [...Object.keys(original), ...Object.keys(made)];
  const entries = [...new Set(keys)].flatMap((key) => {
    const value = made[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

function mapValues(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [key, change(value)] as const);
  return unlessSame(Object.fromEntries(entries), object);
}

/** The original when nothing in it was replaced. */
function unlessSame<T extends JsonObject | readonly JsonValue[]>(made: T, original: T): T {
  const before = Object.entries(original);
  const after = Object.entries(made);
  const same = before.every(([key, value], at) => after[at]?.[0] === key && after[at][1] === value);
  return same && before.length === after.length ? original : made;
}
