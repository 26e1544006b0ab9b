import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { link, lstat, rename, rm, symlink } from "node:fs/promises";
import { ToolError } from "@squire/agent";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import type { FileTree } from "./file-tree.ts";
import { openFiles } from "./open-files.ts";

const { signal } = new AbortController();
const most = 1_000_000;
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(promise);
  if (error instanceof ToolError) return error.message;
  throw error;
}

const put = async (files: FileTree, path: string, text: string, was: string | null) =>
  files.replace(await files.place(path), Buffer.from(text), { was, signal });

describe("FS-6: places", () => {
  test("FS-6: a path is relative to the workspace; links are followed, its name is short", async () => {
    await using outside = await tempWorkspace({ "x.txt": "" });
    await using dir = await tempWorkspace({ "a/b.txt": "", ".git/config": "" });
    await symlink("a", dir.path("way"));
    await symlink(outside.root, dir.path("out"));
    const files = await openFiles({ cwd: dir.root });
    const inside = { path: dir.path("a/b.txt"), name: "a/b.txt", writable: true };
    for (const path of [
      "a/b.txt",
      "./x/../a/b.txt",
      "way/b.txt",
      "/a/b.txt",
      dir.path("way/b.txt"),
    ]) {
      expect(await files.place(path)).toEqual(inside);
    }
    const beside = { path: outside.path("x.txt"), name: outside.path("x.txt"), writable: false };
    expect(await files.place("out/x.txt")).toEqual(beside);
    expect(await files.place(outside.path("x.txt"))).toEqual(beside);
    expect(await files.place(".git/config")).toMatchObject({ writable: false });
    expect(await files.place(".")).toEqual({ path: dir.root, name: ".", writable: true });
    expect(await files.place("new/deep/file")).toMatchObject({ name: "new/deep/file" });
    expect(await files.place("way/new")).toMatchObject({ name: "a/new" });
    expect(await files.entry("way")).toEqual({
      path: dir.path("way"),
      name: "way",
      writable: true,
    });
    expect(await files.place("way")).toMatchObject({ name: "a" });
  });

  test("FS-6: a home folder is not guessed", async () => {
    await using dir = await tempWorkspace({ "~x": "", "a/~/b": "" });
    const files = await openFiles({ cwd: dir.root });
    for (const path of ["~", "~/x.txt"]) {
      expect(await messageOf(files.place(path))).toStartWith("~ is not the home folder here.");
    }
    expect(await files.place("~x")).toMatchObject({ name: "~x" });
    expect(await files.place("a/~/b")).toMatchObject({ name: "a/~/b" });
  });

  test("SBX-1: more places may be written when the user says so", async () => {
    await using other = await tempWorkspace({ "x.txt": "" });
    await using dir = await tempWorkspace();
    const files = await openFiles({ cwd: dir.root, allowWrite: [other.path("made/later")] });
    const place = await files.place(other.path("made/later/a.txt"));
    expect(place.writable).toBe(true);
    await other.write("made/x", "");
    await files.replace(place, Buffer.from("a"), { was: null, signal });
    expect(await other.read("made/later/a.txt")).toBe("a");
    expect((await files.place(other.path("x.txt"))).writable).toBe(false);
  });
});

describe("FS-2: names that are nearly right", () => {
  test("FS-2: other forms of the same letters are found, on the way too", async () => {
    await using dir = await tempWorkspace({
      "Re\u0301sume\u0301/cafe\u0301.txt": "nfd",
      "it\u2019s \u201Cit\u201D.txt": "curly",
      "Shot at 5.00\u202FPM.png": "blank",
      "two\u2019.txt": "1",
      "two\u2018.txt": "2",
    });
    const files = await openFiles({ cwd: dir.root });
    const read = async (path: string): Promise<string> =>
      Buffer.from((await files.read(await files.place(path), { most, signal })).bytes).toString();
    expect(await read("R\u00e9sum\u00e9/caf\u00e9.txt")).toBe("nfd");
    expect(await read(`it's "it".txt`)).toBe("curly");
    expect(await read("Shot at 5.00 PM.png")).toBe("blank");
    expect(await files.entry("R\u00e9sum\u00e9")).toMatchObject({ name: "Re\u0301sume\u0301" });
    // Two that fit are none.
    expect(await messageOf(read("two'.txt"))).toStartWith("There is no two'.txt. Similar: ");
    expect(await files.place("R\u00e9sum\u00e9/neu.txt")).toMatchObject({
      name: "Re\u0301sume\u0301/neu.txt",
    });
  });

  test("FS-2: a missing file brings up to five like it, also in a huge tree", async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`d/f${at}.txt`, ""]));
    await using dir = await tempWorkspace({ ...many, "src/index.ts": "" });
    const files = await openFiles({ cwd: dir.root });
    const missing = async (path: string): Promise<string> =>
      messageOf(files.read(await files.place(path), { most, signal }));
    expect(await missing("src/indx.ts")).toBe("There is no src/indx.ts. Similar: src/index.ts");
    expect((await missing("d/f99.tx")).split(", ")).toHaveLength(5);
  });
});

describe("FS-11: reading", () => {
  test("FS-11: whole files with their hash, and no larger ones", async () => {
    await using dir = await tempWorkspace({ "a.txt": "abc", "empty.txt": "", "d/x": "" });
    const files = await openFiles({ cwd: dir.root });
    const read = async (path: string, limit: number) =>
      files.read(await files.place(path), { most: limit, signal });
    expect(await read("a.txt", 3)).toEqual({ bytes: expect.anything(), hash: hashOf("abc") });
    expect(Buffer.from((await read("a.txt", 3)).bytes).toString()).toBe("abc");
    expect((await read("empty.txt", 10)).hash).toBe(hashOf(""));
    expect(await messageOf(read("a.txt", 2))).toBe(
      "a.txt is too large: 3 bytes, at most 2 are taken.",
    );
    expect(await messageOf(read("d", 10))).toBe("d is a folder.");
    const ifThere = async (path: string) =>
      files.readIfThere(await files.place(path), { most: 10, signal });
    expect(await ifThere("none.txt")).toBeNull();
    expect(await ifThere("a.txt/none")).toBeNull();
    expect((await ifThere("a.txt"))?.hash).toBe(hashOf("abc"));
    expect(await messageOf(ifThere("d"))).toBe("d is a folder. Name a file.");
  });

  test("FS-9 (part): what was placed is what is read, whatever the path leads to by now", async () => {
    await using outside = await tempWorkspace({ "f.txt": "secret" });
    await using dir = await tempWorkspace({ "d/f.txt": "plain" });
    const files = await openFiles({ cwd: dir.root });
    const place = await files.place("d/f.txt");
    await rename(dir.path("d"), dir.path("e"));
    await symlink(outside.root, dir.path("d"));
    expect(await messageOf(files.read(place, { most, signal }))).toContain("was replaced while");
    await rm(dir.path("d"));
    await rename(dir.path("e"), dir.path("d"));
    await rm(dir.path("d/f.txt"));
    await symlink(outside.path("f.txt"), dir.path("d/f.txt"));
    expect(await messageOf(files.read(place, { most, signal }))).not.toContain("secret");
  });
});

describe("FS-10: changes", () => {
  test("FS-10: a file that is not as it was expected is left alone", async () => {
    await using dir = await tempWorkspace({ "a.txt": "theirs" });
    const files = await openFiles({ cwd: dir.root });
    expect(await messageOf(put(files, "a.txt", "mine", hashOf("old")))).toStartWith(
      "stale, re-read: a.txt has changed on disk",
    );
    expect(await messageOf(put(files, "a.txt", "mine", null))).toBe("a.txt exists already.");
    expect(await messageOf(put(files, "gone.txt", "mine", hashOf("old")))).toStartWith("stale");
    const place = await files.place("a.txt");
    expect(await messageOf(files.remove(place, { was: hashOf("old"), signal }))).toStartWith(
      "stale, re-read: a.txt",
    );
    expect(await dir.read("a.txt")).toBe("theirs");
    await put(files, "a.txt", "mine", hashOf("theirs"));
    await put(files, "new/b.txt", "b", null);
    await files.remove(await files.place("a.txt"), { was: hashOf("mine"), signal });
    expect(await dir.list()).toEqual(["new/b.txt"]);
  });

  test("SBX-1: a place that claims to be writable is still judged", async () => {
    await using outside = await tempWorkspace({ "x.txt": "x" });
    await using dir = await tempWorkspace();
    const files = await openFiles({ cwd: dir.root });
    const place = { path: outside.path("x.txt"), name: "x.txt", writable: true };
    const before = await outside.treeHash();
    const changes = [
      () => files.replace(place, Buffer.from("y"), { was: hashOf("x"), signal }),
      () => files.remove(place, { was: hashOf("x"), signal }),
      () => files.removeAll(place, { signal }),
      () => files.makeFolder({ ...place, path: outside.path("new") }),
      () => files.move(place, { ...place, path: dir.path("y") }, { overwrite: false, signal }),
    ];
    for (const change of changes) {
      expect(await messageOf(change())).toContain("leads out of the workspace");
    }
    expect(await outside.treeHash()).toBe(before);
  });

  test("SBX-1: a hard link to an outside file is replaced, not written through", async () => {
    await using outside = await tempWorkspace({ "x.txt": "x" });
    await using dir = await tempWorkspace({ "d/y": "" });
    await link(outside.path("x.txt"), dir.path("d/x.txt"));
    const files = await openFiles({ cwd: dir.root });
    await put(files, "d/x.txt", "changed", hashOf("x"));
    expect([await outside.read("x.txt"), await dir.read("d/x.txt")]).toEqual(["x", "changed"]);
    expect((await lstat(outside.path("x.txt"))).nlink).toBe(1);
  });
});
