import type { JsonObject, JsonValue } from "@squire/protocol";

const TYPES = new Set("object array string integer number boolean null".split(" "));
/** Anthropic's rule for the names of properties; the others are no stricter. */
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;
const ONE = ["items", "additionalProperties", "not", "contains", "if", "then", "else"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NUMBERS = "minimum maximum minLength maxLength minItems maxItems multipleOf".split(" ");
const TEXTS = "description title format pattern $ref".split(" ");

/**
 * What is wrong with the parameters of a tool by JSON Schema 2020-12 and by what the vendors
 * document: an object with properties at the root, lists with items, names they accept.
 */
export function schemaFaults(schema: JsonObject): readonly string[] {
  const root = schema["type"] === "object" ? [] : ["the root is no object"];
  return [...root, ...faultsOf(schema, "")];
}

function faultsOf(schema: JsonValue | undefined, at: string): readonly string[] {
  if (typeof schema === "boolean") return [];
  if (!isObject(schema)) return [`${at} is no schema`];
  const faults = [...typeFaults(schema, at), ...objectFaults(schema, at)];
  const { enum: choices } = schema;
  if (choices !== undefined && (!isList(choices) || choices.length === 0)) {
    faults.push(`${at} has no choices`);
  }
  for (const key of NUMBERS) if (isOther(schema[key], "number")) faults.push(`${at} ${key}`);
  for (const key of TEXTS) if (isOther(schema[key], "string")) faults.push(`${at} ${key}`);
  for (const key of ONE) {
    if (schema[key] !== undefined) faults.push(...faultsOf(schema[key], `${at}/${key}`));
  }
  for (const key of LISTS) {
    const list = schema[key];
    if (list === undefined) continue;
    if (!isList(list) || list.length === 0) faults.push(`${at}/${key} is no list`);
    else faults.push(...list.flatMap((one, n) => faultsOf(one, `${at}/${key}/${n}`)));
  }
  return faults;
}

function typeFaults({ type, items }: JsonObject, at: string): readonly string[] {
  if (type === undefined) return [];
  const types = isList(type) ? type : [type];
  const known = types.every((one) => typeof one === "string" && TYPES.has(one));
  if (!known || types.length === 0 || new Set(types).size < types.length) return [`${at} type`];
  return types.includes("array") && items === undefined ? [`${at} has no items`] : [];
}

function objectFaults(schema: JsonObject, at: string): readonly string[] {
  const { type, properties, required } = schema;
  const faults: string[] = [];
  if (type === "object" && !isObject(properties)) faults.push(`${at} has no properties`);
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (!PROPERTY.test(name)) faults.push(`${at} has a property ${JSON.stringify(name)}`);
    faults.push(...faultsOf(property, `${at}/${name}`));
  }
  if (required === undefined) return faults;
  const names = isList(required) ? required : [];
  const there = names.every((name) => typeof name === "string" && isNamed(properties, name));
  if (names.length === 0 || !there || new Set(names).size < names.length)
    faults.push(`${at} required`);
  return faults;
}

function isNamed(properties: JsonValue | undefined, name: string): boolean {
  return isObject(properties) && Object.hasOwn(properties, name);
}

function isOther(value: JsonValue | undefined, type: "number" | "string"): boolean {
  return value !== undefined && typeof value !== type;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
