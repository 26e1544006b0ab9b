import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { TOOL_ALIASES } from "@squire/protocol";
import { defineTool } from "./define-tool.ts";
import { ToolRegistry } from "./registry.ts";
import type { Tool } from "./tool.ts";

function tool(name: string, description = ""): Tool {
  return defineTool({
    name,
    description,
    effect: "read",
    input: z.object({}),
    run: () => "",
    toModel: (text) => text,
    summary: () => name,
  });
}

describe("TOOL-7: names are unique", () => {
  test("a second tool of a name is refused with a diagnostic", () => {
    const registry = new ToolRegistry();
    expect(registry.add(tool("read", "ours"))).toBe(true);
    expect(registry.add(tool("read", "theirs"), "mcp")).toBe(false);
    expect(registry.add(tool("read", "again"))).toBe(false);
    expect(registry.all()[0]?.description).toBe("ours");
    expect(registry.diagnostics[0]).toEqual({
      name: "read",
      code: "clash",
      message: "The tool read from mcp is left out: the name is already taken.",
    });
  });

  test("a built-in wins even when it comes later", () => {
    const registry = new ToolRegistry();
    registry.add(tool("read", "theirs"), "custom");
    expect(registry.add(tool("read", "ours"))).toBe(true);
    expect(registry.all().map(({ description }) => description)).toEqual(["ours"]);
    expect(registry.diagnostics).toHaveLength(1);
  });

  test("a name that vendors refuse is refused here", () => {
    const registry = new ToolRegistry();
    for (const name of ["", "a b", "x".repeat(65), "ü"])
      expect(registry.add(tool(name))).toBe(false);
    expect(registry.diagnostics.every(({ code }) => code === "bad_name")).toBe(true);
  });
});

test("TOOL-7: a foreign tool with a schema that no model could be told is left out", () => {
  const registry = new ToolRegistry();
  const odd = defineTool({
    name: "odd",
    description: "",
    effect: "read",
    input: z.object({ when: z.date() }),
    run: () => "",
    toModel: (text) => text,
    summary: () => "odd",
  });
  expect(registry.add(odd, "extension")).toBe(false);
  expect(registry.diagnostics[0]).toMatchObject({ code: "bad_schema" });
  expect(registry.specs()).toEqual([]);
});

test("C5: every alias leads to a canonical name that is itself no alias, and none is advertised", () => {
  const canonical = new Set(Object.values(TOOL_ALIASES));
  for (const alias of Object.keys(TOOL_ALIASES)) expect(canonical.has(alias)).toBe(false);
  const registry = new ToolRegistry();
  for (const name of canonical) registry.add(tool(name));
  for (const [alias, name] of Object.entries(TOOL_ALIASES)) {
    expect(registry.canonical(alias)).toBe(name);
    expect(registry.find(alias)?.name).toBe(name);
  }
  expect(registry.specs().some(({ name }) => name in TOOL_ALIASES)).toBe(false);
  expect(registry.canonical("toString")).toBeNull();
});

test("a tool that has the name of an alias is found by it", () => {
  const registry = new ToolRegistry();
  registry.add(tool("read"));
  registry.add(tool("view"), "custom");
  expect(registry.find("view")?.name).toBe("view");
});

test("TOOL-12: a factory may have nothing to offer, with a reason", async () => {
  const registry = new ToolRegistry();
  expect(await registry.addFrom("lsp", () => ({ unavailable: "no language server" }))).toBe(false);
  expect(await registry.addFrom("gh", () => Promise.reject(new Error("gh is not installed")))).toBe(
    false,
  );
  expect(await registry.addFrom("read", () => tool("read"))).toBe(true);
  expect(registry.diagnostics.map(({ message }) => message)).toEqual([
    "The tool lsp is not available: no language server.",
    "The tool gh is not available: gh is not installed.",
  ]);
});

test("TOOL-11: the active set decides what is offered and found; its order is that of the registry", () => {
  const registry = new ToolRegistry();
  for (const name of ["read", "write", "grep"]) registry.add(tool(name));
  expect(registry.setActive(["grep", "read_file", "nope"])).toEqual({ unknown: ["nope"] });
  expect(registry.specs().map(({ name }) => name)).toEqual(["read", "grep"]);
  expect(registry.find("write")).toBeNull();
  expect(registry.canonical("write")).toBe("write");
  expect(registry.setActive(null)).toEqual({ unknown: [] });
  expect(registry.active()).toHaveLength(3);
});

test("TOOL-11: the specs are one list until something changes", () => {
  const registry = new ToolRegistry();
  for (const name of ["read", "write"]) registry.add(tool(name));
  const names = (): readonly string[] => registry.specs().map(({ name }) => name);
  expect(registry.specs()).toBe(registry.specs());
  registry.add(tool("grep"));
  expect(names()).toEqual(["read", "write", "grep"]);
  registry.setOffered((name) => name !== "write");
  expect(names()).toEqual(["read", "grep"]);
  registry.setActive(["grep"]);
  expect(names()).toEqual(["grep"]);
  registry.replace({ ...tool("grep"), description: "anew" });
  expect(registry.specs()[0]?.description).toBe("anew");
});

test("RPR-5: an advertised form comes back as the tool's own", () => {
  const registry = new ToolRegistry({
    advertise: (spec) => ({
      spec: { ...spec, description: "flat" },
      restore: (args) => ({ nested: args }),
    }),
  });
  registry.add(tool("read"));
  expect(registry.specs()[0]?.description).toBe("flat");
  expect(registry.restore("read", { a: 1 })).toEqual({ nested: { a: 1 } });
  expect(registry.restore("unknown", { a: 1 })).toEqual({ a: 1 });
});
