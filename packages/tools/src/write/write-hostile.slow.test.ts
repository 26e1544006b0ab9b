import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { lexicalWrite } from "../testing/lexical-write.ts";
import { anew } from "../testing/services.ts";
import { bench, told } from "../testing/try-tool.ts";
import { waysOut } from "../testing/ways-out.ts";
import { writeTool } from "./write.ts";

const write = anew(writeTool);

const content = (path: string) => ({ path, content: `owned by ${path}` });

test("FS-6: no path and no link leads a write out of the workspace", async () => {
  expect(await waysOut(write, content)).toEqual([]);
});

test("FS-6: the same trials catch a twin that does not follow links", async () => {
  expect(await waysOut(lexicalWrite, content)).toEqual(
    expect.arrayContaining(["link/new.txt", "file-link", "dangling", "a/relay/victim.txt"]),
  );
});

test("FS-6: a refusal says why", async () => {
  await using outside = await tempWorkspace();
  await using dir = await tempWorkspace({ "a.txt": "", "folder/b.txt": "" });
  await symlink(outside.root, dir.path("link"));
  await symlink("nowhere", dir.path("dangling"));
  await symlink("round", dir.path("round"));
  spawnSync("mkfifo", [dir.path("pipe")]);
  const put = (path: string): Promise<string> =>
    told(write, { path, content: "x" }, bench(dir.root));
  const before = await dir.treeHash();
  expect(await put("link/x")).toBe(
    "! link/x leads out of the workspace. Only files inside it can be written.",
  );
  expect(await put("../x")).toStartWith("! ../x leads out of the workspace.");
  expect(await put("dangling")).toBe("! dangling goes through a link that leads nowhere.");
  expect(await put("dangling/x")).toBe("! dangling/x goes through a link that leads nowhere.");
  expect(await put("round")).toBe("! Cannot find round: its links go round in a circle.");
  expect(await put("pipe")).toBe("! pipe is no plain file.");
  expect(await put("a\0b")).toBe("! A path cannot contain a NUL character.");
  for (const folder of ["folder", ".", "new-folder/", "link/.."]) {
    expect(await put(folder)).toBe(`! ${folder} is a folder. Name a file.`);
  }
  expect(await put("a.txt/b")).toEndWith("a part of the path is a file, not a folder.");
  expect(await put("x".repeat(300))).toEndWith(": the name is too long.");
  expect(await dir.treeHash()).toBe(before);
});

test("FS-6: names that are odd but not evil work", async () => {
  await using dir = await tempWorkspace();
  const put = (path: string): Promise<string> =>
    told(write, { path, content: "x" }, bench(dir.root));
  expect(await put("new\nline")).toBe('Created "new\\nline" (1 bytes).');
  expect(await put("-rf")).toBe("Created -rf (1 bytes).");
  expect(await put("..hidden")).toBe("Created ..hidden (1 bytes).");
  expect(await put("$(id)")).toBe("Created $(id) (1 bytes).");
  expect(await put("/no-such-root-folder/a.txt")).toBe(
    "Created no-such-root-folder/a.txt (1 bytes).",
  );
  expect(await put(dir.path("by/absolute/path.txt"))).toBe(
    "Created by/absolute/path.txt (1 bytes).",
  );
  expect(await put("y".repeat(255))).toStartWith("Created y");
});

test("FS-6: a workspace that is itself reached by a link works under both names", async () => {
  await using home = await tempWorkspace({ "real/a.txt": "" });
  await symlink("real", home.path("link"));
  const context = bench(home.path("link"));
  for (const path of ["b.txt", home.path("link/c.txt"), home.path("real/d.txt")]) {
    expect(await told(write, { path, content: "" }, context)).toMatch(/^Created [bcd]\.txt/);
  }
});

test("FS-6: git's own files are refused, however they are spelled", async () => {
  await using dir = await tempWorkspace({ ".git/config": "", "sub/.git/HEAD": "" });
  await symlink(".git", dir.path("g"));
  const before = await dir.treeHash();
  const paths = [
    ".git/config",
    ".git/hooks/pre-commit",
    "sub/.git/HEAD",
    "new/.git",
    "g/config",
    "a/../.git/config",
    ".GIT/config",
    ".git./config",
    ".git /config",
    "git~1/config",
    ".g\u200Cit/config",
    dir.path(".git/config"),
    "/.git/config",
  ];
  for (const path of paths) {
    const message = await told(write, { path, content: "x" }, bench(dir.root));
    expect(message).toContain("belongs to git itself");
  }
  expect(await dir.treeHash()).toBe(before);
  for (const path of [".gitignore", ".github/workflows/a.yml", "src/git/x.ts"]) {
    expect(await told(write, { path, content: "" }, bench(dir.root))).toStartWith("Created");
  }
});

test("FS-6: whatever the path, only the workspace changes", async () => {
  await using dir = await tempWorkspace({ "space/a.txt": "", "beside/b.txt": "b" });
  await mkdir(dir.path("space/folder"));
  await symlink("../beside", dir.path("space/link"));
  const beside = async (): Promise<readonly string[]> =>
    (await dir.list()).filter((name) => !name.startsWith("space/"));
  const before = await beside();
  const part = fc.oneof(
    fc.constantFrom("..", "..", ".", "", "link", "folder", "a.txt", "beside", "~", "\0"),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
  await fc.assert(
    fc.asyncProperty(path, async (name) => {
      if (name === "") return;
      await told(write, { path: name, content: "x" }, bench(dir.path("space")));
      expect(await beside()).toEqual(before);
      expect(await dir.read("beside/b.txt")).toBe("b");
    }),
    { numRuns: 100 },
  );
});

test.skipIf(process.getuid?.() === 0)(
  "FS-3: a file that may not be written is left alone",
  async () => {
    await using dir = await tempWorkspace({ "locked.txt": "old" });
    await chmod(dir.path("locked.txt"), 0o444);
    expect(await told(write, { path: "locked.txt", content: "x" }, bench(dir.root))).toBe(
      "! Cannot write locked.txt: permission denied.",
    );
    expect(await dir.read("locked.txt")).toBe("old");
  },
);
