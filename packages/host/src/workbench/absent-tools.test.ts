import { expect, test } from "bun:test";
import { createBuiltIns, inertServices } from "@squire/tools";
import { absentTools, type Machine } from "./absent-tools.ts";

const options = { allowWrite: true, editVariant: "replace", enabled: [] } as const;

function machine(changes: Partial<Machine["settings"]>, noParsers: string | null = null): Machine {
  const settings = {
    tools: { enabled: [], autoFlatten: true },
    edit: { variant: "replace" },
    fs: { allowWrite: true },
    search: true,
    ...changes,
  } as unknown as Machine["settings"];
  return { settings, noParsers };
}

/** The tools of a machine without parsers. */
function without(enabled: readonly string[]) {
  const parsers = { ...inertServices().parsers, unavailable: () => "there is no parser." };
  return createBuiltIns({ ...inertServices(), parsers }, { ...options, enabled });
}

test("TOOL-12: a machine without parsers says which tools it costs", () => {
  const reason = "there is no parser";
  const bare = machine({}, "there is no parser.");
  expect(absentTools(without([]), bare)).toEqual([{ name: "ast_grep", reason }]);
  const all = machine({ tools: { enabled: ["all"], autoFlatten: true } }, "there is no parser.");
  expect(absentTools(without(["all"]), all)).toEqual([
    { name: "ast_grep", reason },
    { name: "ast_edit", reason },
  ]);
});

test("TOOL-12: nothing is missing where everything is there, and names that mean nothing are told", () => {
  expect(absentTools(createBuiltIns(inertServices(), options), machine({}))).toEqual([]);
  const enabled = ["read", "raed"];
  const tools = createBuiltIns(inertServices(), { ...options, enabled });
  const absent = absentTools(tools, machine({ tools: { enabled, autoFlatten: true } }));
  expect(absent).toContainEqual({
    name: "raed",
    reason: "tools.enabled names it, but there is no such tool",
  });
  expect(absent).toContainEqual({ name: "grep", reason: "tools.enabled does not name it" });
});
