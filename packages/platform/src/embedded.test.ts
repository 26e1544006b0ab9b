import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { chmod, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { zstdCompressSync } from "node:zlib";
import { rejectionOf, tempWorkspace, type TempWorkspace } from "@squire/testkit";
import { embeddedFile, embeddedText, layDown } from "./embedded.ts";

const CONTENT = Buffer.from("#!/bin/sh\necho hello\n");

async function packed(dir: TempWorkspace, content: Buffer = CONTENT) {
  await dir.write("inside/tool.zst", zstdCompressSync(content));
  const hash = createHash("sha256").update(CONTENT).digest("hex");
  return { path: dir.path("inside/tool.zst"), hash, bytes: CONTENT.length };
}

describe("PKG-2 (part): files inside the program", () => {
  test("from source there are none", async () => {
    await using dir = await tempWorkspace();
    expect(embeddedText("search-worker")).toBeNull();
    expect(await embeddedFile("rg", dir.path("bin"))).toBeNull();
    expect(await dir.list()).toEqual([]);
  });

  test("one is laid down once, private, under a name with its hash", async () => {
    await using dir = await tempWorkspace();
    const file = await packed(dir);
    const path = await layDown("tool.so", file, dir.path("home/bin"));
    expect(path).toBe(dir.path(`home/bin/tool-${file.hash.slice(0, 16)}.so`));
    expect(await readFile(path)).toEqual(CONTENT);
    expect((await stat(dir.path("home/bin"))).mode & 0o777).toBe(0o700);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    const before = await stat(path);
    expect(await layDown("tool.so", file, dir.path("home/bin"))).toBe(path);
    expect((await stat(path)).ino).toBe(before.ino);
    expect(await readdir(dir.path("home/bin"))).toHaveLength(1);
  });

  test("SEC-4 (part): what was put in its place is not run, and others are locked out", async () => {
    await using dir = await tempWorkspace({ "evil.sh": "#!/bin/sh\necho evil1\n" });
    const file = await packed(dir);
    const folder = dir.path("home/bin");
    const path = await layDown("tool", file, folder);
    await writeFile(path, "#!/bin/sh\necho evil1\n");
    await chmod(folder, 0o777);
    expect(await readFile(await layDown("tool", file, folder))).toEqual(CONTENT);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await Bun.file(path).delete();
    await symlink(dir.path("evil.sh"), path);
    expect(await readFile(await layDown("tool", file, folder))).toEqual(CONTENT);
    expect(await dir.read("evil.sh")).toContain("evil1");
    await symlink(folder, dir.path("link"));
    expect(String(await rejectionOf(layDown("tool", file, dir.path("link"))))).toContain(
      "not a folder of this user",
    );
  });

  test("a damaged one is not laid down; many at once agree", async () => {
    await using dir = await tempWorkspace();
    const file = await packed(dir, Buffer.from("something else"));
    expect(String(await rejectionOf(layDown("tool", file, dir.path("bin"))))).toContain("damaged");
    const good = await packed(dir);
    const paths = await Promise.all(
      Array.from({ length: 8 }, () => layDown("tool", good, dir.path("bin"))),
    );
    expect(new Set(paths).size).toBe(1);
    expect(await readdir(dir.path("bin"))).toHaveLength(1);
  });
});
