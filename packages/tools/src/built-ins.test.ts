import { expect, test } from "bun:test";
import { ToolRegistry } from "@squire/agent";
import { createBuiltIns } from "./built-ins.ts";
import type { BuiltInOptions } from "./built-ins.ts";
import { inertServices } from "./inert-services.ts";

const tools = (options: Partial<BuiltInOptions> = {}) =>
  createBuiltIns(inertServices(), {
    allowWrite: true,
    editVariant: "replace",
    enabled: [],
    ...options,
  });

const namesOf = (options: Partial<BuiltInOptions> = {}): readonly string[] =>
  tools(options).map(({ name }) => name);

test("LOOP-1: what the model is told about the tools is short", () => {
  const chars = tools().map(
    (tool) => `${tool.name}${tool.description}${JSON.stringify(tool.parameters())}`.length,
  );
  const tokens = chars.reduce((sum, count) => sum + count, 0) / 4;
  expect(tokens).toBeLessThanOrEqual(2_000);
});

test("TOOL-8: each is accepted, in the same order each time, and found by its other names", () => {
  const registry = new ToolRegistry();
  expect(tools().every((tool) => registry.add(tool))).toBe(true);
  expect(registry.diagnostics).toEqual([]);
  expect(registry.specs().map(({ name }) => name)).toEqual([...namesOf()]);
  const other = ["read_file", "write_file", "str_replace", "run_command", "KillBash", "todo_write"];
  expect(other.map((name) => registry.find(name)?.name)).toEqual([
    "read",
    "write",
    "edit",
    "bash",
    "stop_job",
    "todo",
  ]);
});

test("TOOL-1: the core ones by default, every one with all", () => {
  expect(namesOf()).toEqual(
    namesOf({ enabled: ["all"] }).filter((name) => namesOf().includes(name)),
  );
  expect(namesOf({ enabled: ["all"] })).toContain("ast_edit");
  expect(namesOf()).not.toContain("ast_edit");
  for (const core of ["read", "write", "edit", "grep", "glob", "bash", "todo", "submit_plan"]) {
    expect(namesOf()).toContain(core);
  }
});

test("TOOL-1: only the enabled ones; FS-7: only those that read; EDIT-1: the variant's own", () => {
  expect(namesOf({ enabled: ["bash", "read"] })).toEqual(["read", "bash"]);
  const readers = namesOf({ allowWrite: false });
  expect(readers).toContain("read");
  for (const writer of ["write", "edit", "multi_edit", "move", "delete", "mkdir", "notebook"]) {
    expect(readers).not.toContain(writer);
  }
  expect(namesOf({ editVariant: "patch" })).not.toContain("multi_edit");
});
