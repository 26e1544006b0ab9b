import type { JsonObject, JsonValue } from "@squire/protocol";
import { isList } from "./canonical-json.ts";
import { joinPath } from "./flat-path.ts";
import { isObject } from "./read-args.ts";

/** How a tool's arguments are asked for in one level (RPR-5). */
export type FlatPlan = {
  /** What the model is told. */
  readonly schema: JsonObject;
  /** The names of the objects whose fields stand beside each other now. */
  readonly opened: ReadonlySet<string>;
};

export type FlatLimits = { readonly levels: number; readonly leaves: number };

/** RPR-5: deeper or larger schemas are flattened. */
const LIMITS: FlatLimits = { levels: 2, leaves: 10 };
/** Some vendors refuse longer property names. */
const MAX_NAME = 64;
const MAX_DEFAULT = 200;

/** An object with anything else says something about itself that fields alone cannot say. */
const OPENABLE = new Set(
  "type properties required description title additionalProperties default".split(" "),
);
const ROOT_KEYWORDS = new Set([...OPENABLE, "$schema", "$id", "$defs", "definitions"]);

type Leaf = { readonly name: string; readonly schema: JsonValue; readonly required: boolean };
type Walk = { readonly leaves: Leaf[]; readonly opened: Set<string>; levels: number };
type Place = {
  readonly path: readonly string[];
  /** Every object on the way is required. */
  readonly required: boolean;
  /** What the object at this path said about itself. */
  readonly about: string;
};

/**
 * The plan for a schema that is deeper than two levels or has more than ten leaves; null when it is
 * neither, or when it cannot be flattened without changing what it means (`oneOf`, `$ref` to its
 * own properties, names too long). Lists and what hides behind `$ref` stay as they are.
 */
export function planFlattening(schema: JsonObject, limits = LIMITS): FlatPlan | null {
  if (!Object.keys(schema).every((key) => ROOT_KEYWORDS.has(key))) return null;
  if (!isObject(schema["properties"]) || refersInside(schema)) return null;
  const walk: Walk = { leaves: [], opened: new Set(), levels: 1 };
  if (!collect(schema, { path: [], required: true, about: "" }, walk)) return null;
  const { leaves, opened, levels } = walk;
  if (opened.size === 0 || (levels <= limits.levels && leaves.length <= limits.leaves)) return null;
  if (leaves.some(({ name }) => name.length > MAX_NAME)) return null;
  return { schema: flatSchema(schema, leaves), opened };
}

/** False when a name on the way cannot be joined. */
function collect(schema: JsonObject, place: Place, walk: Walk): boolean {
  const properties = schema["properties"];
  if (!isObject(properties)) return false;
  const required = namesIn(schema["required"]);
  walk.levels = Math.max(walk.levels, place.path.length + 1);
  let { about } = place;
  for (const [key, child] of Object.entries(properties)) {
    const path = [...place.path, key];
    const name = joinPath(path);
    if (name === null) return false;
    const needed = place.required && required.has(key);
    if (isObject(child) && isOpenable(child)) {
      walk.opened.add(name);
      const inner = { path, required: needed, about: aboutObject(child, path, needed) };
      if (!collect(child, inner, walk)) return false;
    } else {
      const hint = [about, aboutLeaf(place, required.has(key))].filter((word) => word !== "");
      walk.leaves.push({ name, schema: withHint(child, hint.join(" ")), required: needed });
      about = "";
    }
  }
  return true;
}

function isOpenable(schema: JsonObject): boolean {
  const properties = schema["properties"];
  return (
    Object.keys(schema).every((key) => OPENABLE.has(key)) &&
    schema["type"] === "object" &&
    (schema["additionalProperties"] ?? false) === false &&
    isObject(properties) &&
    Object.keys(properties).length > 0
  );
}

/** What is lost when an object is opened; it goes to its first leaf. */
function aboutObject(schema: JsonObject, path: readonly string[], needed: boolean): string {
  const name = path.join(".");
  const description = textOf(schema["description"]);
  const fallback = schema["default"] === undefined ? "" : JSON.stringify(schema["default"]);
  const words = [
    ...(description === null ? [] : [`${name}: ${description}`]),
    ...(fallback === "" || fallback.length > MAX_DEFAULT
      ? []
      : [`Default of ${name}: ${fallback}`]),
    ...(needed && namesIn(schema["required"]).size === 0
      ? [`At least one ${name}.* is needed`]
      : []),
  ];
  return words.join(" ");
}

function aboutLeaf({ path, required }: Place, needed: boolean): string {
  return needed && !required && path.length > 0 ? `Required with any ${path.join(".")}.*` : "";
}

function withHint(schema: JsonValue, hint: string): JsonValue {
  if (hint === "" || !isObject(schema)) return schema;
  const own = textOf(schema["description"]);
  return { ...schema, description: own === null ? hint : `${own} (${hint})` };
}

function flatSchema(schema: JsonObject, leaves: readonly Leaf[]): JsonObject {
  const { required: _, ...rest } = schema;
  const required = leaves.filter((leaf) => leaf.required).map(({ name }) => name);
  return {
    ...rest,
    properties: Object.fromEntries(leaves.map((leaf) => [leaf.name, leaf.schema])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** A reference into the properties would point to nothing once they have moved. */
function refersInside(schema: JsonObject): boolean {
  return /"\$(?:ref|dynamicRef)":"(?!#\/(?:\$defs|definitions)\/)/.test(JSON.stringify(schema));
}

function namesIn(required: JsonValue | undefined): ReadonlySet<string> {
  if (required === undefined || !isList(required)) return new Set();
  return new Set(required.filter((name) => typeof name === "string"));
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
