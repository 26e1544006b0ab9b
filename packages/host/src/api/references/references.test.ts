import { describe, expect, test } from "bun:test";
import { textOf } from "@squire/protocol";
import { tempWorkspace } from "@squire/testkit";
import { mkdir, symlink, utimes } from "node:fs/promises";
import { completePath } from "./complete-path.ts";
import { findReferences } from "./find-references.ts";
import { readReference } from "./read-reference.ts";
import type { ReadReference } from "./read-reference.ts";

const placeAt = (root: string) => ({ root, denied: () => Promise.resolve(null) });

function shown(read: ReadReference | null): string | null {
  return read === null ? null : textOf({ role: "user", content: read.content });
}

const paths = (text: string): readonly string[] => findReferences(text).map(({ path }) => path);

describe("CMD-5", () => {
  test("CMD-5 (part): what is a reference and what is not", () => {
    expect(paths("see @src/a.ts and @b.md.")).toEqual(["src/a.ts", "b.md"]);
    expect(paths("mail ada@example.org, user@host")).toEqual([]);
    expect(paths('(@a.ts) "@b.ts" @"my file.txt", @a.ts')).toEqual(["a.ts", "b.ts", "my file.txt"]);
    expect(paths("@a.ts:10-40 @b.ts:7 @c.ts:")).toEqual(["a.ts", "b.ts", "c.ts"]);
    expect(findReferences("@a.ts:10-40 @b.ts:7")).toEqual([
      { path: "a.ts", lines: { from: 10, to: 40 } },
      { path: "b.ts", lines: { from: 7, to: 7 } },
    ]);
    expect(paths("no @ here @@x")).toEqual([]);
  });

  test("CMD-5: files, lines, folders; what cannot be shown is a note", async () => {
    await using work = await tempWorkspace({
      "a.txt": "1\n2\n3\n4\n",
      "dir/b.txt": "b",
      "dir/node_modules/x.js": "x",
      "bin.dat": new Uint8Array([1, 0, 2]),
      "large.txt": "line\n".repeat(20_000),
      "exact.txt": "x".repeat(64 * 1024),
    });
    await using outside = await tempWorkspace({ "secret.txt": "secret" });
    await symlink(outside.path("secret.txt"), work.path("link.txt"));
    const read = async (path: string, from?: number, to = from) => {
      const lines = from === undefined || to === undefined ? null : { from, to };
      return shown(await readReference({ path, lines }, { ...placeAt(work.root), outside: false }));
    };
    expect(await read("a.txt")).toBe('<file path="a.txt">\n1\n2\n3\n4\n</file>');
    expect(await read("a.txt", 2, 3)).toBe('<file path="a.txt:2-3">\n2\n3\n</file>');
    expect(await read("a.txt", 3, 99)).toBe('<file path="a.txt:3-4">\n3\n4\n</file>');
    expect(await read("a.txt", 9)).toContain("it has only 4 lines");
    expect(await read("large.txt", 100, 101)).toContain("line\nline\n");
    expect(await read("dir")).toBe('<folder path="dir">\nb.txt\nnode_modules/\n</folder>');
    expect(await read("exact.txt")).toContain("<file");
    for (const [path, why] of [
      ["large.txt", "too large"],
      ["bin.dat", "binary"],
      ["no/such.txt", "no such file"],
      ["link.txt", "outside"],
      ["../secret.txt", "no such file"],
      [outside.path("secret.txt"), "outside"],
    ] as const) {
      expect(await read(path)).toContain(why);
      expect(await read(path)).not.toContain("secret\n");
    }
    expect(await read("alice")).toBe(null);
    const anywhere = { ...placeAt(work.root), outside: true };
    const path = outside.path("secret.txt");
    expect(shown(await readReference({ path, lines: null }, anywhere))).toContain("secret");
  });
});

describe("CMD-7", () => {
  test("CMD-7: one level at a time, then by fit; dot folders are left out, dot files are not", async () => {
    await using work = await tempWorkspace({
      "readme.md": "",
      ".env": "",
      ".git/config": "",
      "node_modules/x/utils.ts": "",
      "src/util.ts": "",
      "src/deep/my-util.ts": "",
      "src/deep/tool.ts": "",
      "util/index.ts": "",
    });
    const ask = (query: string, recent: readonly string[] = []) =>
      completePath(query, { root: work.root, recent: new Set(recent) });
    const old = new Date(1_000_000);
    for (const path of ["readme.md", ".env", "src", "util"])
      await utimes(work.path(path), old, old);
    expect((await ask("")).map(({ path }) => path)).toEqual([".env", "readme.md", "src/", "util/"]);
    expect((await ask("", ["readme.md"]))[0]).toEqual({ path: "readme.md", folder: false });
    expect((await ask("src/")).map(({ path }) => path).toSorted()).toEqual([
      "src/deep/",
      "src/util.ts",
    ]);
    const found = (await ask("util")).map(({ path }) => path);
    expect(found.slice(0, 2).toSorted()).toEqual(["src/util.ts", "util/"]);
    expect(found).toContain("src/deep/my-util.ts");
    expect(found.indexOf("src/deep/my-util.ts")).toBeLessThan(found.indexOf("util/index.ts"));
    expect(found.join()).not.toContain("node_modules");
    expect(await ask("../")).toEqual([]);
    expect(await ask("nothing/here")).toEqual([]);
  });

  test("CMD-7 (part): at most 40, over at most 500 files", async () => {
    await using work = await tempWorkspace({});
    await mkdir(work.path("many"));
    for (let index = 0; index < 600; index++) await work.write(`many/f${index}.txt`, "");
    const recent = new Set<string>();
    expect(await completePath("f", { root: work.root, recent })).toHaveLength(40);
    expect(await completePath("many/", { root: work.root, recent })).toHaveLength(40);
  });
});
