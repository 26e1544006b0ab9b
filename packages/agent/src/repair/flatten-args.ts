import type { JsonObject, JsonValue } from "@squire/protocol";
import { joinPath, splitPath } from "./flat-path.ts";
import type { FlatPlan } from "./flatten-schema.ts";
import { isObject } from "./read-args.ts";

type Fields = Record<string, JsonValue>;

/**
 * Arguments in one level, as the plan asks for them. For any value, fitting the schema or not,
 * `nestArgs(plan, flattenArgs(plan, value))` is that value.
 */
export function flattenArgs(plan: FlatPlan, value: JsonObject): JsonObject {
  const flat: Fields = {};
  for (const [key, field] of Object.entries(value)) flattenInto(flat, plan, [key], field);
  return flat;
}

/**
 * Arguments as the tool's own schema wants them. Models that send objects although they were asked
 * for fields are understood as well, and where both say something about one object, fields win.
 */
export function nestArgs(plan: FlatPlan, flat: JsonObject): JsonObject {
  const nested: Fields = {};
  const fields: (readonly [string, JsonValue])[] = [];
  for (const [name, value] of Object.entries(flat)) {
    if (isObject(value) && plan.opened.has(name))
      addObject(nested, plan, pathOf(plan, name), value);
    else fields.push([name, value]);
  }
  for (const [name, value] of fields) {
    const path = pathOf(plan, name);
    const target = objectAt(nested, path.slice(0, -1));
    const key = path.at(-1) ?? name;
    if (!plan.opened.has(name) || !Object.hasOwn(target, key)) setField(target, key, value);
  }
  return nested;
}

function flattenInto(
  flat: Fields,
  plan: FlatPlan,
  path: readonly string[],
  value: JsonValue,
): void {
  const name = joinPath(path) ?? path[0] ?? "";
  const fields = isObject(value) && plan.opened.has(name) ? Object.keys(value) : [];
  const isApart = fields.length > 0 && fields.every((key) => joinPath([key]) !== null);
  if (!isApart || !isObject(value)) return setField(flat, name, value);
  for (const key of fields) flattenInto(flat, plan, [...path, key], value[key] ?? null);
}

/** A name is a path only if the plan opened every object on the way. */
function pathOf(plan: FlatPlan, name: string): readonly string[] {
  const path = splitPath(name);
  if (path === null) return [name];
  const opened = path
    .slice(1)
    .every((_, at) => plan.opened.has(joinPath(path.slice(0, at + 1)) ?? ""));
  return opened ? path : [name];
}

/** The object at a path, made where there is none. Fields win over anything that is no object. */
function objectAt(root: Fields, path: readonly string[]): Fields {
  let at = root;
  for (const key of path) {
    const next = Object.hasOwn(at, key) ? at[key] : undefined;
    if (!isObject(next)) setField(at, key, {});
    at = at[key] as Fields;
  }
  return at;
}

/** Copies an object with the opened ones in it: fields may be added to them. */
function addObject(root: Fields, plan: FlatPlan, path: readonly string[], value: JsonObject): void {
  const target = objectAt(root, path);
  for (const [key, field] of Object.entries(value)) {
    const inner = [...path, key];
    if (isObject(field) && plan.opened.has(joinPath(inner) ?? ""))
      addObject(root, plan, inner, field);
    else setField(target, key, field);
  }
}

/** As `JSON.parse` does it: `__proto__` is a key like any other. */
function setField(fields: Fields, key: string, value: JsonValue): void {
  Object.defineProperty(fields, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
