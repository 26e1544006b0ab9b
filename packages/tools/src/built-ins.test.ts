import { expect, test } from "bun:test";
import { ToolRegistry } from "@squire/agent";
import { BUILT_INS } from "./built-ins.ts";

test("LOOP-1: what the model is told about the tools is short", () => {
  const chars = BUILT_INS.map(
    (tool) => `${tool.name}${tool.description}${JSON.stringify(tool.parameters())}`.length,
  );
  const tokens = chars.reduce((sum, count) => sum + count, 0) / 4;
  expect(tokens).toBeLessThanOrEqual(725);
});

test("TOOL-8: each is accepted, in the same order each time, and found by its other names", () => {
  const registry = new ToolRegistry();
  expect(BUILT_INS.every((tool) => registry.add(tool))).toBe(true);
  expect(registry.diagnostics).toEqual([]);
  expect(
    registry
      .specs()
      .map(({ name }) => name)
      .join(" "),
  ).toBe("read ls tree stat write mkdir move delete notebook bash");
  expect(
    ["read_file", "write_file", "run_command"].map((name) => registry.find(name)?.name),
  ).toEqual(["read", "write", "bash"]);
});
