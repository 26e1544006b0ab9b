import { expect, test } from "bun:test";
import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { rejectionOf } from "./rejection.ts";
import { tempWorkspace } from "./temp-workspace.ts";

test("a workspace is private, holds its files, and is gone afterwards", async () => {
  let root = "";
  {
    await using dir = await tempWorkspace({ "a.txt": "1", "deep/er/b.bin": new Uint8Array([255]) });
    root = dir.root;
    await mkdir(dir.path("empty"));
    await symlink("a.txt", dir.path("link"));

    expect((await stat(root)).mode & 0o777).toBe(0o700);
    expect(await dir.read("a.txt")).toBe("1");
    expect(await dir.list()).toEqual(["a.txt", "deep/er/b.bin", "empty/", "link"]);
    await mkdir(dir.path("locked"));
    await dir.write("locked/in", "x");
    await chmod(dir.path("locked"), 0o500);
  }
  expect(String(await rejectionOf(stat(root)))).toContain("ENOENT");
});

test("no name leads out of the workspace", async () => {
  await using dir = await tempWorkspace();

  for (const name of ["..", "../x", "a/../../x", "/etc/passwd"]) {
    expect(() => dir.path(name)).toThrow("outside");
  }
  expect(dir.path("..x")).toEndWith("/..x");
  expect(String(await rejectionOf(dir.write("../x", "")))).toContain("outside");
});

test("the tree hash sees names, bytes, modes and links, and nothing else", async () => {
  await using dir = await tempWorkspace({ a: "1", b: "2" });
  await using same = await tempWorkspace({ b: "2", a: "1" });
  const hash = await dir.treeHash();
  expect(await same.treeHash()).toBe(hash);

  const hashes = new Set([hash]);
  await dir.write("a", "x");
  hashes.add(await dir.treeHash());
  await dir.write("a", "1");
  expect(await dir.treeHash()).toBe(hash);
  await chmod(dir.path("a"), 0o755);
  hashes.add(await dir.treeHash());
  await symlink("a", dir.path("c"));
  hashes.add(await dir.treeHash());
  await mkdir(dir.path("d"));
  hashes.add(await dir.treeHash());
  expect(hashes.size).toBe(5);
});
