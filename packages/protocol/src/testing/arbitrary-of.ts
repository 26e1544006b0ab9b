import * as fc from "fast-check";
import type { z } from "zod";

/** Values that fit a schema, already through JSON. Covers what this package's schemas are made of. */
export function arbitraryOf<S extends z.ZodType>(schema: S): fc.Arbitrary<z.output<S>> {
  return valueOf(schema).map((value) => throughJson(value) as z.output<S>);
}

/** A value as it comes back from the other side of a wire or a file. */
export function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

type Schema = z.core.$ZodType;

function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  switch (def.type) {
    case "string":
      return textOf(schema);
    case "number":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "literal":
      return fc.constantFrom(...def.values);
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "readonly":
    case "optional":
      return valueOf(def.innerType);
    case "nullable":
      return fc.option(valueOf(def.innerType), { nil: null, freq: 3 });
    case "array":
      return fc.array(valueOf(def.element), { minLength: boundsOf(schema).min ?? 0, maxLength: 3 });
    case "union":
      return fc.oneof(...def.options.map(valueOf));
    case "record":
      return fc.dictionary(valueOf(def.keyType) as fc.Arbitrary<string>, valueOf(def.valueType), {
        maxKeys: 3,
      });
    case "object":
      return objectOf(def.shape);
    // The only lazy schema in use is `z.json()`.
    case "lazy":
    case "unknown":
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`No arbitrary for a schema of type ${def.type}`);
  }
}

function objectOf(shape: Readonly<Record<string, Schema>>): fc.Arbitrary<unknown> {
  const keys = Object.keys(shape);
  const requiredKeys = keys.filter((key) => shape[key]?._zod.optin !== "optional");
  const model = Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, valueOf(schema)]),
  );
  return fc.record(model, { requiredKeys });
}

type Bounds = { min?: number; max?: number; int?: boolean; pattern?: RegExp };

function boundsOf(schema: Schema): Bounds {
  const bounds: Bounds = {};
  for (const check of schema._zod.def.checks ?? []) {
    const def = check._zod.def as z.core.$ZodChecks["_zod"]["def"];
    if (def.check === "min_length") bounds.min = def.minimum;
    if (def.check === "greater_than") bounds.min = Number(def.value) + (def.inclusive ? 0 : 1);
    if (def.check === "less_than") bounds.max = Number(def.value);
    if (def.check === "number_format") bounds.int = true;
    if (def.check === "string_format" && def.pattern) bounds.pattern = def.pattern;
  }
  return bounds;
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const { min = 0, pattern } = boundsOf(schema);
  return pattern ? fc.stringMatching(pattern) : fc.string({ minLength: min, unit: "grapheme" });
}

function numberOf(schema: Schema): fc.Arbitrary<number> {
  const { min = -1000, max = 2 ** 40, int = false } = boundsOf(schema);
  return int ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
}
