import { describe, expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "@squire/protocol";
import * as fc from "fast-check";
import { advertiser } from "./advertise.ts";
import { flattenArgs, nestArgs } from "./flatten-args.ts";
import { planFlattening } from "./flatten-schema.ts";
import type { FlatPlan } from "./flatten-schema.ts";
import { joinPath, splitPath } from "./flat-path.ts";
import { isObject } from "./read-args.ts";

const text = { type: "string" } as const;

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function planned(schema: JsonObject): FlatPlan {
  const plan = planFlattening(schema);
  if (plan === null) throw new Error("There is no plan.");
  return plan;
}

const DEEP = object(
  {
    path: text,
    options: object({ mode: text, limits: object({ lines: text, bytes: text }, ["lines"]) }),
  },
  ["path"],
);

describe("RPR-5", () => {
  test("RPR-5: a schema of three levels is asked for in one", () => {
    const { schema } = planned(DEEP);
    expect(schema).toEqual({
      type: "object",
      properties: {
        path: text,
        "options.mode": text,
        "options.limits.lines": {
          type: "string",
          description: "Required with any options.limits.*",
        },
        "options.limits.bytes": text,
      },
      required: ["path"],
    });
  });

  test("RPR-5: two levels with ten leaves stay, with eleven they do not", () => {
    const wide = (count: number): JsonObject => {
      const names = Array.from({ length: count - 1 }, (_, at) => [`f${at}`, text] as const);
      return object({ a: object(Object.fromEntries(names)), b: text });
    };
    expect(planFlattening(wide(10))).toBeNull();
    expect(Object.keys(planned(wide(11)).schema["properties"] as JsonObject)).toHaveLength(11);
  });

  test("RPR-5: many fields in one level have nothing to flatten", () => {
    const names = Array.from({ length: 30 }, (_, at) => [`f${at}`, text] as const);
    expect(planFlattening(object(Object.fromEntries(names)))).toBeNull();
  });

  test("RPR-5: a leaf is required only if every object on its way is", () => {
    const inner = (required: readonly string[]): JsonObject =>
      object({ b: object({ c: text, d: text }, ["c"]) }, required);
    const requiredOf = (schema: JsonObject): JsonValue | undefined =>
      planned(schema).schema["required"];
    expect(requiredOf(object({ a: inner(["b"]) }, ["a"]))).toEqual(["a.b.c"]);
    const other = object({ e: text, b: object({ c: text }, ["c"]) }, ["e"]);
    expect(requiredOf(object({ a: other }, ["a"]))).toEqual(["a.e"]);
    expect(requiredOf(object({ a: inner(["b"]) }))).toBeUndefined();
  });

  test("RPR-5: what an object said about itself moves to its first leaf", () => {
    const inner = object({ b: text, x: object({ y: { ...text, description: "Y." } }) });
    const { schema } = planned(object({ a: { ...inner, description: "A." } }));
    expect(schema["properties"]).toMatchObject({
      "a.b": { description: "a: A." },
      "a.x.y": { description: "Y." },
    });
  });

  test.each([
    ["a choice", { anyOf: [object({ x: text }), text] }],
    ["a reference", { $ref: "#/$defs/x" }],
    ["a map", { type: "object", additionalProperties: text }],
    ["an open object", { ...object({ x: text }), additionalProperties: true }],
    ["a smallest size", { ...object({ x: text }), minProperties: 1 }],
    ["null as well", { ...object({ x: text }), type: ["object", "null"] }],
    ["a list", { type: "array", items: object({ x: object({ y: text }) }) }],
    ["an empty object", object({})],
  ])("RPR-5: %s stays as it is, beside what is flattened", (_what, leaf) => {
    const schema = { ...object({ a: object({ b: object({ c: text }), keep: leaf }) }), $defs: {} };
    expect(planned(schema).schema["properties"]).toMatchObject({ "a.b.c": text, "a.keep": leaf });
  });

  test.each([
    ["a choice at the root", { ...DEEP, oneOf: [{ required: ["path"] }] }],
    [
      "a reference into the properties",
      object({ ...(DEEP["properties"] as JsonObject), r: { $ref: "#/properties/path" } }),
    ],
    ["a reference to itself", object({ ...(DEEP["properties"] as JsonObject), r: { $ref: "#" } })],
    [
      "names that get too long",
      object({ ["a".repeat(30)]: object({ ["b".repeat(30)]: object({ long: text }) }) }),
    ],
    ["a name with a dot at its end", object({ "a.": object({ b: object({ c: text }) }) })],
  ])("RPR-5: %s: nothing is flattened", (_what, schema) => {
    expect(planFlattening(schema)).toBeNull();
  });

  test("RPR-5: an object that must be given, though no field of it must, says so", () => {
    const must = object({ x: text, y: object({ z: text }) });
    const plan = planned(object({ must }, ["must"]));
    expect(plan.schema["properties"]).toMatchObject({
      "must.x": { description: "At least one must.* is needed" },
    });
    expect(nestArgs(plan, { must: {} })).toEqual({ must: {} });
    expect(nestArgs(plan, {})).toEqual({});
  });

  test("RPR-5: the default of an object is told", () => {
    const withDefault = { ...object({ x: text, y: object({ z: text }) }), default: { x: "1" } };
    expect(planned(object({ a: withDefault })).schema["properties"]).toMatchObject({
      "a.x": { description: 'Default of a: {"x":"1"}' },
    });
  });

  test("RPR-5: objects sent as objects are understood, and fields win", () => {
    const plan = planned(DEEP);
    const options = { mode: "x", limits: { lines: "1" } };
    expect(nestArgs(plan, { path: "p", options })).toEqual({ path: "p", options });
    expect(nestArgs(plan, { "options.limits.bytes": "9", "options.mode": "y", options })).toEqual({
      options: { mode: "y", limits: { lines: "1", bytes: "9" } },
    });
    expect(nestArgs(plan, { "options.mode": "y", options: null })).toEqual({
      options: { mode: "y" },
    });
    expect(options).toEqual({ mode: "x", limits: { lines: "1" } });
  });

  test("RPR-5: a dotted name that is no path of the tool stays a name", () => {
    expect(nestArgs(planned(DEEP), { "path.x": 1, "a.b": 2 })).toEqual({ "path.x": 1, "a.b": 2 });
  });

  test("RPR-5: switched off, the schema stays nested", () => {
    const tool = { name: "t", description: "", parameters: DEEP };
    const args = { "options.mode": "m" };
    const nested = advertiser({ flatten: false })(tool);
    expect(nested.spec).toEqual(tool);
    expect(nested.restore(args)).toEqual(args);
    const flat = advertiser({ flatten: true })(tool);
    expect(flat.spec.parameters).toEqual(planned(DEEP).schema);
    expect(flat.restore(args)).toEqual({ options: { mode: "m" } });
  });
});

describe("RPR-5 round trip", () => {
  const key = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom("a", "b", "c", "d", "x.y", "a.b", "a..b") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", ".", "..", ".a", "a.", "__proto__", "constructor"),
    },
  );
  const { schema: anySchema } = fc.letrec<{ schema: JsonObject; node: JsonObject }>((tie) => ({
    schema: fc
      .uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d", "x.y", "a.b"), tie("node")), {
        minLength: 1,
        maxLength: 4,
        selector: ([name]) => name,
      })
      .chain((fields) =>
        fc
          .subarray(fields.map(([name]) => name))
          .map((required) => object(Object.fromEntries(fields), required)),
      ),
    node: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<JsonObject>(
        text,
        { type: "array", items: {} },
        { anyOf: [text] },
        object({}),
      ),
      tie("schema"),
    ),
  }));
  const { value: anyValue } = fc.letrec<{ value: JsonValue; fields: JsonObject }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<JsonValue>(null, 1, "x", [], {}, [{ "a.b": 1 }]),
      tie("fields"),
    ),
    fields: fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  }));

  test("RPR-5: nest(flatten(x)) is x, for every x", () => {
    let plans = 0;
    fc.assert(
      fc.property(
        anySchema,
        fc.dictionary(key, anyValue, { noNullPrototype: true }),
        (schema, value) => {
          const plan = planFlattening(schema);
          if (plan === null) return;
          plans++;
          expect(JSON.stringify(sorted(nestArgs(plan, flattenArgs(plan, value))))).toBe(
            JSON.stringify(sorted(value)),
          );
        },
      ),
      { numRuns: 3000 },
    );
    expect(plans).toBeGreaterThan(300);
  });

  test("RPR-5: flat arguments that fit the flat schema have no level below", () => {
    const value = { path: "p", options: { mode: "m", limits: { lines: "1", bytes: "2" } } };
    expect(flattenArgs(planned(DEEP), value)).toEqual({
      path: "p",
      "options.mode": "m",
      "options.limits.lines": "1",
      "options.limits.bytes": "2",
    });
  });

  test("RPR-5: names and paths are one to one", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ab.]{0,5}$/), { minLength: 1 }), (path) => {
        const name = joinPath(path);
        if (name !== null) expect(splitPath(name)).toEqual(path);
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[ab.]{0,9}$/), (name) => {
        const path = splitPath(name);
        if (path !== null) expect(joinPath(path)).toBe(name);
      }),
      { numRuns: 1000 },
    );
  });
});

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return keys.map((name) => [name, sorted(value[name] ?? null)]);
}
