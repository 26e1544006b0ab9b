import { describe, expect, test } from "bun:test";
import type { JsonObject } from "@squire/protocol";
import { plainSchema } from "./plain-schema.ts";

describe("RPR-8", () => {
  test("RPR-8: an object without properties gets none, at every depth", () => {
    expect(plainSchema({ type: "object" })).toEqual({ type: "object", properties: {} });
    expect(plainSchema({})).toEqual({ type: "object", properties: {} });
    const nested = plainSchema({ type: "object", properties: { a: { type: "object" } } });
    expect(nested).toMatchObject({ properties: { a: { properties: {} } } });
  });

  test("RPR-8: a schema that is fine stays the same object", () => {
    const fine: JsonObject = {
      type: "object",
      properties: { a: { type: ["string", "null"] }, b: { type: "array", items: {} } },
      required: ["a"],
      additionalProperties: false,
    };
    expect(plainSchema(fine)).toBe(fine);
  });

  test.each([
    ["dict", { type: "object", properties: {} }],
    ["HashMap", { type: "object", properties: {} }],
    ["tuple", { type: "array", items: {} }],
    ["ArrayList", { type: "array", items: {} }],
    ["float", { type: "number" }],
    ["long", { type: "integer" }],
    ["String", { type: "string" }],
    ["Boolean", { type: "boolean" }],
    ["any", {}],
    ["", {}],
  ])("RPR-8: %p becomes what vendors know", (type, expected) => {
    const made = plainSchema({ type: "dict", properties: { x: { type } } });
    expect(made).toEqual({ type: "object", properties: { x: expected } });
  });

  test("RPR-8: types are translated wherever a schema can stand", () => {
    const str = { type: "str" };
    const made = plainSchema({
      type: "object",
      properties: { a: { anyOf: [str, { type: "int" }] }, b: { type: "list", items: str } },
      additionalProperties: str,
      $defs: { d: str },
    });
    expect(JSON.stringify(made)).not.toContain('"str"');
    expect(made).toMatchObject({
      properties: { a: { anyOf: [{ type: "string" }, { type: "integer" }] } },
    });
  });

  test("RPR-8: required names only what is there", () => {
    const properties = { a: { type: "string" } };
    expect(
      plainSchema({ type: "object", properties, required: ["a", "gone"] })["required"],
    ).toEqual(["a"]);
    expect(plainSchema({ type: "object", properties, required: "a" })).toEqual({
      type: "object",
      properties,
    });
    expect(plainSchema({ type: "object", properties: null, required: ["a"] })).toEqual({
      type: "object",
      properties: {},
    });
  });

  test("RPR-8: a stated default is allowed", () => {
    const propertyOf = (property: JsonObject): unknown =>
      plainSchema({ type: "object", properties: { p: property } });
    const expectProperty = (property: JsonObject, expected: JsonObject): void =>
      expect(propertyOf(property)).toEqual({ type: "object", properties: { p: expected } });
    expectProperty({ type: "string", default: null }, { type: ["string", "null"], default: null });
    expectProperty(
      { type: "string", enum: ["a"], default: "none" },
      { type: "string", enum: ["a", "none"], default: "none" },
    );
    expectProperty({ type: "number", default: 1 }, { type: "number", default: 1 });
    expectProperty({ default: null }, { default: null });
  });

  test("RPR-8: choices that no list can be are those of its items", () => {
    const propertyOf = (property: JsonObject): unknown =>
      plainSchema({ type: "object", properties: { p: property } });
    expect(
      propertyOf({ type: "array", enum: ["a", "b"], items: { type: "String" }, default: [] }),
    ).toEqual({
      type: "object",
      properties: {
        p: { type: "array", items: { enum: ["a", "b"], type: "string" }, default: [] },
      },
    });
    const lists = { type: "array", enum: [["a"], ["b"]], items: { type: "string" } };
    expect(propertyOf(lists)).toEqual({ type: "object", properties: { p: lists } });
  });

  test.each(["constructor", "__proto__", "toString"])("RPR-8: %p is no type", (type) => {
    const made = plainSchema({ type: "object", properties: { x: { type } } });
    expect(made).toEqual({ type: "object", properties: { x: {} } });
  });

  test("RPR-8: a schema without bottom is cut, not followed", () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 50_000; level++) deep = { type: "array", items: deep };
    expect(
      JSON.stringify(plainSchema({ type: "object", properties: { deep } })).length,
    ).toBeLessThan(5_000);
  });
});
