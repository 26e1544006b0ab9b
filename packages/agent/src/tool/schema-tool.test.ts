import { describe, expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "@squire/protocol";
import { rejectionOf } from "@squire/testkit";
import { schemaTool } from "./schema-tool.ts";

const toolWith = (parameters: JsonObject) =>
  schemaTool({
    name: "far",
    description: "From elsewhere.",
    effect: "read",
    parameters,
    run: () => Promise.resolve({ content: [], details: {} }),
  });

/** What is wrong with the arguments, a line each. */
async function problems(parameters: JsonObject, args: JsonValue): Promise<readonly string[]> {
  const prepared = (await toolWith(parameters)).prepare(args);
  return prepared.ok ? [] : prepared.problems.map(({ path, reason }) => `${path}: ${reason}`);
}

describe("RPR-6, C31: tools that arrive with a JSON Schema", () => {
  const order: JsonObject = {
    type: "dict",
    properties: {
      id: { type: "long" },
      note: { type: "String", default: null },
      size: { type: "float" },
      kind: { type: "string", enum: ["a", "b"] },
      where: {
        type: "HashMap",
        properties: { "x/y": { type: "int" }, tags: { type: "ArrayList", items: { type: "str" } } },
        required: ["x/y"],
      },
      whatever: { type: "any" },
    },
    required: ["id", "kind"],
  };

  test("RPR-6: what fits passes, whatever the types are called", async () => {
    const where = { "x/y": 1, tags: ["t"] };
    const whole = { id: 1, kind: "a", note: null, size: 2, where, whatever: [null] };
    expect(await problems(order, whole)).toEqual([]);
    expect(await problems(order, { id: 1, kind: "b", more: true })).toEqual([]);
  });

  test("RPR-6: what does not fit is named by path and reason", async () => {
    expect(await problems(order, { kind: "a" })).toEqual(["id: is missing"]);
    expect(await problems(order, { id: "1", kind: "c", note: 3 })).toEqual([
      "id: expected integer, not string",
      "note: expected string or null, not number",
      'kind: does not match any of ["a","b"]',
    ]);
    const deep = { id: 1, kind: "a", where: { tags: ["t", 5] } };
    expect(await problems(order, deep)).toEqual([
      "where.x/y: is missing",
      "where.tags.1: expected string, not number",
    ]);
    expect(await problems(order, [1])).toEqual([": expected an object"]);
  });

  test("RPR-6: references, alternatives and older drafts are understood", async () => {
    const schema: JsonObject = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { node: { $ref: "#/definitions/node" }, one: { oneOf: [{ const: 1 }, {}] } },
      definitions: {
        node: { type: "object", properties: { next: { $ref: "#/definitions/node" } } },
      },
      additionalProperties: false,
    };
    expect(await problems(schema, { node: { next: { next: {} } } })).toEqual([]);
    expect(await problems(schema, { node: { next: { next: 1 } } })).toEqual([
      "node.next.next: expected object, not number",
    ]);
    expect(await problems(schema, { one: 2 })).toEqual([]);
    expect(await problems(schema, { one: 1 })).toHaveLength(1);
    expect((await problems(schema, { other: 1 })).join()).toContain("other");
  });

  test("LOOP-2: what the model is told does not change by being checked", async () => {
    const tool = await toolWith(order);
    const before = JSON.stringify(tool.parameters());
    tool.prepare({ id: 1 });
    expect(JSON.stringify(tool.parameters())).toBe(before);
    expect(JSON.stringify(order)).not.toContain("__absolute");
  });

  test("SEC-6: a schema that leads nowhere refuses the call, and does not break it", async () => {
    expect(
      await problems({ type: "object", properties: { a: { $ref: "#/gone" } } }, { a: 1 }),
    ).toEqual([expect.stringContaining("cannot be read")]);
    const twice: JsonObject = {
      $id: "https://a.example/s",
      type: "object",
      properties: { a: { $id: "https://a.example/s" } },
    };
    expect(await rejectionOf(toolWith(twice))).toBeInstanceOf(Error);
  });
});
