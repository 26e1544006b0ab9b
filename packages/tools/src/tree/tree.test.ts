import { expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import { anew } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { treeTool } from "./tree.ts";

const tree = anew(treeTool);

test("FS-4: tree shows what is below a folder, to a depth", async () => {
  await using dir = await tempWorkspace({
    "a/b/c/d/e.txt": "",
    "a/x.txt": "",
    "node_modules/p/q": "",
    ".git/HEAD": "",
    "z.txt": "",
  });
  await symlink("..", dir.path("a/up"));
  const see = (args: { path?: string; depth?: number; all?: boolean }) =>
    told(tree, args, bench(dir.root));
  const top = [".git/ (not shown)", "a/", "  b/", "    c/", "  up (link)", "  x.txt"];
  expect(await see({})).toBe([...top, "node_modules/ (not shown)", "z.txt"].join("\n"));
  expect(await see({ path: "a", depth: 9 })).toBe(
    "b/\n  c/\n    d/\n      e.txt\nup (link)\nx.txt",
  );
  expect(await see({ depth: 1 })).toBe(".git/ (not shown)\na/\nnode_modules/ (not shown)\nz.txt");
  expect(await see({ all: true, depth: 2 })).toContain("node_modules/\n  p/\n");
  expect(await see({ path: "node_modules" })).toBe("p/\n  q");
  expect(await see({ path: "z.txt" })).toBe("! z.txt is no folder.");
});

test("FS-4: a folder with very many names does not hide the others", async () => {
  const many = Array.from({ length: 500 }, (_, at) => [`big/f${at}`, ""] as const);
  await using dir = await tempWorkspace({ ...Object.fromEntries(many), "later/x.txt": "" });
  const output = await runTool(tree, {}, bench(dir.root));
  const lines = textOf(output).split("\n");
  expect(lines[0]).toBe("big/ (300 more not shown)");
  expect(lines.slice(-3)).toEqual([
    "later/",
    "  x.txt",
    "(not all is shown; ask for a folder below, or less depth)",
  ]);
  expect(output.details).toEqual({ truncated: true });
});

test("LOOP-9: an abort ends it", async () => {
  await using dir = await tempWorkspace({ "a/b": "" });
  const context = bench(dir.root, { signal: AbortSignal.abort(new Error("stop")) });
  expect(await rejectionOf(runTool(tree, {}, context))).toHaveProperty("message", "stop");
});
