import { expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import { anew, servicesFor } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { waysOut } from "../testing/ways-out.ts";
import { mkdirTool } from "./mkdir.ts";

const mkdir = anew(mkdirTool);

test("FS-5: mkdir makes a folder and those above it", async () => {
  await using dir = await tempWorkspace({ "file.txt": "" });
  const services = await servicesFor(dir.root);
  const tool = mkdirTool(services);
  const output = await runTool(tool, { path: "a/b/c" }, bench(dir.root));
  expect(textOf(output)).toBe("Made a/b/c/.");
  expect(output.details).toEqual({ changedFiles: ["a/b/c"] });
  expect(await told(tool, { path: "a/b" }, bench(dir.root))).toBe("a/b/ is there already.");
  expect(services.changes).toEqual([[dir.path("a"), dir.path("a/b"), dir.path("a/b/c")]]);
  expect(await told(tool, { path: "file.txt" }, bench(dir.root))).toBe(
    "! file.txt is there already and no folder.",
  );
  expect(await told(tool, { path: "file.txt/x" }, bench(dir.root))).toContain("is a file, not");
  expect(await told(tool, { path: ".git/hooks" }, bench(dir.root))).toContain("belongs to git");
  expect(await dir.list()).toEqual(["a/b/c/", "file.txt"]);
});

test("FS-6: mkdir makes nothing outside", async () => {
  expect(await waysOut(mkdir, (path) => ({ path: `${path}/new` }))).toEqual([]);
  await using outside = await tempWorkspace();
  await using dir = await tempWorkspace();
  await symlink(outside.root, dir.path("link"));
  expect(await told(mkdir, { path: "link/x" }, bench(dir.root))).toStartWith(
    "! link/x leads out of the workspace.",
  );
});
