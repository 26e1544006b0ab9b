import { expect, test } from "bun:test";
import type { JsonValue } from "@squire/protocol";
import * as fc from "fast-check";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { defineSchemaTool } from "./schema-tool.ts";
import { toSpec } from "./to-spec.ts";
import type { ToolContext } from "./tool.ts";

const CONTEXT: ToolContext = {
  cwd: "/ws",
  signal: new AbortController().signal,
  callId: "c1",
  sessionId: "s1",
  report: () => {},
  artifacts: {
    save: () => Promise.resolve({ id: "a1" }),
    stream: () => Promise.reject(new Error("not here")),
  },
  env: {},
  clock: { now: () => 0, sleep: () => Promise.resolve(), timer: () => ({ cancel: () => {} }) },
};

const copy = () =>
  defineTool({
    name: "copy",
    label: "Copy",
    description: "Copy a file.",
    effect: "write",
    input: z.object({
      from: z.string().min(1).describe("A path"),
      to: z.string(),
      mode: z.enum(["link", "copy"]).default("copy"),
      limit: z.number().int().optional(),
    }),
    subject: ({ to }) => to,
    effectOf: ({ mode }) => (mode === "link" ? "read" : "write"),
    run: ({ from, to }, { cwd }) => ({ line: `${cwd}: ${from} → ${to}` }),
    toModel: ({ line }) => line,
    details: ({ line }) => ({ data: { line } }),
    summary: ({ from }) => `copy ${from}`,
  });

test("TOOL-1: a prepared call says what it would do before it does anything", async () => {
  const prepared = copy().prepare({ from: "a", to: "b", other: 1 });
  if (!prepared.ok) throw new Error("not ok");
  const { call } = prepared;
  expect(call).toMatchObject({
    args: { from: "a", to: "b", mode: "copy" },
    effect: "write",
    subject: "b",
    summary: "copy a",
  });
  expect(Object.keys(call.args)).toEqual(["from", "to", "mode"]);
  expect(await call.run(CONTEXT)).toEqual({
    content: [{ type: "text", text: "/ws: a → b" }],
    details: { data: { line: "/ws: a → b" } },
  });
});

test("RPR-6: problems have a path and a reason", () => {
  expect(copy().prepare({ from: "", mode: "move", limit: 1.5 })).toEqual({
    ok: false,
    problems: [
      { path: "from", reason: expect.stringContaining(">=1") },
      { path: "to", reason: "is missing (expected string)" },
      { path: "mode", reason: expect.stringContaining("link") },
      { path: "limit", reason: expect.stringContaining("int") },
    ],
  });
  expect(copy().prepare([1])).toMatchObject({ ok: false, problems: [{ path: "" }] });
});

test("a spec has the same bytes each time and no noise", () => {
  const bytes = JSON.stringify(toSpec(copy()));
  expect(JSON.stringify(toSpec(copy()))).toBe(bytes);
  expect(bytes).not.toContain("$schema");
  expect(toSpec(copy())).toMatchObject({
    name: "copy",
    description: "Copy a file.",
    parameters: { type: "object", required: ["from", "to"] },
  });
});

test("RPR-8: an object schema without properties is advertised with none", () => {
  const bare = defineSchemaTool({
    name: "bare",
    description: "",
    effect: "read",
    parameters: { type: "object" },
    validate: () => [],
    run: () => Promise.resolve({ content: [], details: {} }),
  });
  expect(toSpec(bare).parameters).toEqual({ type: "object", properties: {} });
});

test("C31: a tool that comes with a JSON Schema is validated by whoever brought it", async () => {
  const foreign = defineSchemaTool({
    name: "foreign",
    description: "",
    label: "Foreign",
    effect: "execute",
    parameters: { type: "object", properties: { q: { type: "string" } } },
    validate: ({ q }) => (typeof q === "string" ? [] : [{ path: "q", reason: "must be a string" }]),
    run: ({ q }) =>
      Promise.resolve({ content: [{ type: "text", text: JSON.stringify(q) }], details: {} }),
  });
  expect(foreign.prepare({ q: 1 })).toEqual({
    ok: false,
    problems: [{ path: "q", reason: "must be a string" }],
  });
  expect(foreign.prepare("text")).toMatchObject({ ok: false });
  const prepared = foreign.prepare({ q: "x" });
  if (!prepared.ok) throw new Error("not ok");
  expect(prepared.call).toMatchObject({ effect: "execute", subject: null, summary: "Foreign" });
  expect((await prepared.call.run(CONTEXT)).content).toEqual([{ type: "text", text: '"x"' }]);
});

test("a validator that throws, and input nested beyond the stack, are problems like others", () => {
  const broken = defineSchemaTool({
    name: "broken",
    description: "",
    effect: "read",
    parameters: {},
    validate: () => {
      throw new Error("bad schema");
    },
    run: () => Promise.resolve({ content: [], details: {} }),
  });
  expect(broken.prepare({})).toMatchObject({
    ok: false,
    problems: [{ reason: "cannot be read: bad schema" }],
  });
  let deep: JsonValue = [];
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const loose = defineTool({
    name: "loose",
    description: "",
    effect: "read",
    input: z.object({ x: z.json() }),
    run: () => "",
    toModel: (text) => text,
    summary: () => "",
  });
  expect(loose.prepare({ x: deep }).ok).toBe(false);
});

test("prepare is total: any JSON gives a call or problems", () => {
  const tool = copy();
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const prepared = tool.prepare(value as JsonValue);
      expect(prepared.ok || prepared.problems.length > 0).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("arguments named like an object's own parts stay data", () => {
  const tool = defineTool({
    name: "any",
    description: "",
    effect: "read",
    input: z.looseObject({}),
    run: () => "",
    toModel: (text) => text,
    summary: () => "",
  });
  const prepared = tool.prepare(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'));
  expect(prepared.ok).toBe(true);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});
