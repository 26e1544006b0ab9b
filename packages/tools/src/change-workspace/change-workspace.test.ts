import { expect, test } from "bun:test";
import { bench, runTool, textOf } from "../testing/try-tool.ts";
import { changeWorkspaceTool } from "./change-workspace.ts";

test("TOOL-14: moving always asks, and ends the turn", async () => {
  const tool = changeWorkspaceTool({ moveTo: async (path) => ({ root: `/real${path}` }) });
  expect(tool.requiresApproval).toBe(true);
  const end = await runTool(tool, { path: "/other" }, bench("/"));
  expect(textOf(end)).toBe("The workspace is now /real/other.");
  expect(end.details).toEqual({ data: { root: "/real/other" }, endsTurn: "stop" });
});
