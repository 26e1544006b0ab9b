import { expect, test } from "bun:test";
import { realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { tempWorkspace } from "@squire/testkit";
import { realPath } from "./real-path.ts";

test("links are followed; what is not there, or goes round in circles, stays as it is", async () => {
  if (process.platform === "win32") return;
  await using dir = await tempWorkspace({ "a/file": "x" });
  const root = realpathSync(dir.root);
  symlinkSync(dir.path("a"), dir.path("link"));
  symlinkSync(dir.path("loop"), dir.path("loop"));
  expect(realPath(dir.path("link/file"))).toBe(join(root, "a/file"));
  expect(realPath(dir.path("none/../loop"))).toBe(dir.path("loop"));
  expect(realPath("not/there")).toBe(join(process.cwd(), "not/there"));
});
