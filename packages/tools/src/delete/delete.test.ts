import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import { anew, servicesFor } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { waysOut } from "../testing/ways-out.ts";
import { deleteTool } from "./delete.ts";

const remove = anew(deleteTool);

describe("FS-5: delete", () => {
  test("FS-5: a file, a link, an empty folder; a full one only when told so", async () => {
    await using outside = await tempWorkspace({ "x.txt": "x" });
    await using dir = await tempWorkspace({ "a.txt": "", "d/e/f": "", "d/g": "" });
    await symlink(outside.root, dir.path("link"));
    await symlink(outside.root, dir.path("d/e/link"));
    const services = await servicesFor(dir.root);
    const tool = deleteTool(services);
    const output = await runTool(tool, { path: "a.txt" }, bench(dir.root));
    expect(textOf(output)).toBe("Deleted a.txt.");
    expect(output.details).toEqual({ changedFiles: ["a.txt"], data: { count: 1 } });
    expect(await told(tool, { path: "link" }, bench(dir.root))).toBe("Deleted link.");
    expect(await told(tool, { path: "d" }, bench(dir.root))).toContain("Set recursive to delete");
    expect(await told(tool, { path: "d", recursive: true }, bench(dir.root))).toBe(
      "Deleted the folder d (4 names in it).",
    );
    expect(services.changes).toEqual([[dir.path("a.txt")], [dir.path("link")], [dir.path("d")]]);
    expect(await dir.list()).toEqual([]);
    expect(await outside.read("x.txt")).toBe("x");
  });

  test("FS-5: a refusal says why and deletes nothing", async () => {
    await using dir = await tempWorkspace({ "a.txt": "", ".git/HEAD": "", "sub/.git/HEAD": "" });
    const before = await dir.treeHash();
    const run = (path: string) => told(remove, { path, recursive: true }, bench(dir.root));
    expect(await run("b.txt")).toBe("! There is no b.txt. Similar: a.txt");
    expect(await run(".")).toBe("! . is the workspace itself.");
    expect(await run(".git")).toContain("belongs to git itself");
    expect(await run("sub")).toContain("sub/.git belongs to git itself");
    expect(await run("..")).toContain("leads out of the workspace");
    expect(await dir.treeHash()).toBe(before);
    expect(remove.prepare({ path: "d", recursive: true })).toMatchObject({
      call: { effect: "write", subject: "d", summary: "delete d with all in it" },
    });
  });
});

test("FS-6: nothing outside is deleted", async () => {
  expect(await waysOut(remove, (path) => ({ path, recursive: true }))).toEqual([]);
});

test("LOOP-9: after an abort nothing is deleted", async () => {
  await using dir = await tempWorkspace({ "d/a": "" });
  const context = bench(dir.root, { signal: AbortSignal.abort(new Error("stop")) });
  const failed = await rejectionOf(runTool(remove, { path: "d", recursive: true }, context));
  expect(failed).toHaveProperty("message", "stop");
  expect(await dir.list()).toEqual(["d/a"]);
});
