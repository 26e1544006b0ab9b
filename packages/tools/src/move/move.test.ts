import { describe, expect, test } from "bun:test";
import { lstat, symlink } from "node:fs/promises";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import { anew, servicesFor } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { waysOut } from "../testing/ways-out.ts";
import { moveTool } from "./move.ts";

const move = anew(moveTool);

describe("FS-5: move", () => {
  test("FS-5: renames, moves into a folder, and makes missing ones", async () => {
    await using dir = await tempWorkspace({ "a.txt": "a", "b.txt": "b", "d/x": "", "e/y": "" });
    const run = (from: string, to: string) => told(move, { from, to }, bench(dir.root));
    expect(await run("a.txt", "c.txt")).toBe("Moved a.txt to c.txt.");
    expect(await run("c.txt", "d")).toBe("Moved c.txt to d/c.txt.");
    expect(await run("b.txt", "new/deep/")).toBe("Moved b.txt to new/deep/b.txt.");
    expect(await run("e", "d")).toBe("Moved e to d/e.");
    expect(await run("d", "f")).toBe("Moved d to f.");
    expect(await dir.list()).toEqual(["f/c.txt", "f/e/y", "f/x", "new/deep/b.txt"]);
  });

  test("FS-8: both sides are told, and what was seen is still known", async () => {
    await using dir = await tempWorkspace({ "a.txt": "a" });
    const services = await servicesFor(dir.root);
    services.seen.note(dir.path("a.txt"), "hash");
    const output = await runTool(
      moveTool(services),
      { from: "a.txt", to: "b.txt" },
      bench(dir.root),
    );
    expect(textOf(output)).toBe("Moved a.txt to b.txt.");
    expect(output.details).toEqual({ changedFiles: ["a.txt", "b.txt"] });
    expect(services.changes).toEqual([[dir.path("a.txt"), dir.path("b.txt")]]);
    expect(services.seen.hashOf(dir.path("b.txt"))).toBe("hash");
  });

  test("FS-5: a link is moved, not what it leads to", async () => {
    await using outside = await tempWorkspace({ "x.txt": "x" });
    await using dir = await tempWorkspace({ "d/x": "" });
    await symlink(outside.path("x.txt"), dir.path("link"));
    expect(await told(move, { from: "link", to: "d/l" }, bench(dir.root))).toBe(
      "Moved link to d/l.",
    );
    expect((await lstat(dir.path("d/l"))).isSymbolicLink()).toBe(true);
    expect(await outside.read("x.txt")).toBe("x");
  });

  test("FS-5: nothing is lost, and a refusal says why", async () => {
    await using dir = await tempWorkspace({ "a.txt": "a", "b.txt": "b", "d/x": "", "e/d/x": "" });
    const before = await dir.treeHash();
    const run = (from: string, to: string) => told(move, { from, to }, bench(dir.root));
    expect(await run("a.txt", "b.txt")).toBe("! b.txt exists already.");
    expect(await run("d", "b.txt")).toBe("! b.txt exists already.");
    expect(await run("d", "e")).toBe("! e/d is a folder.");
    expect(await run("a.txt", "a.txt")).toBe("! a.txt is at that place already.");
    expect(await run("a.txt", ".")).toBe("! a.txt is at that place already.");
    expect(await run("d", "d/inner")).toBe("! Cannot move d: EINVAL.");
    expect(await run("c.txt", "x")).toStartWith("! There is no c.txt. Similar: ");
    expect(await run(".", "x")).toBe("! . is the workspace itself.");
    expect(await run("a.txt", ".git/x")).toContain("belongs to git itself");
    expect(await run("a.txt", "../x")).toContain("leads out of the workspace");
    expect(await dir.treeHash()).toBe(before);
    const over = { from: "a.txt", to: "b.txt", overwrite: true };
    expect(await told(move, over, bench(dir.root))).toBe("Moved a.txt to b.txt.");
    expect(await dir.read("b.txt")).toBe("a");
  });
});

test("FS-6: nothing is moved out, and nothing in from outside", async () => {
  const out = await waysOut(move, (to) => ({ from: "mine.txt", to, overwrite: true }));
  expect(out).toEqual([]);
  expect(await waysOut(move, (from) => ({ from, to: "more/y", overwrite: true }))).toEqual([]);
});

test("LOOP-9: after an abort nothing is moved", async () => {
  await using dir = await tempWorkspace({ "a.txt": "a" });
  const context = bench(dir.root, { signal: AbortSignal.abort(new Error("stop")) });
  const failed = await rejectionOf(runTool(move, { from: "a.txt", to: "new/b.txt" }, context));
  expect(failed).toHaveProperty("message", "stop");
  expect(await dir.list()).toEqual(["a.txt"]);
});
