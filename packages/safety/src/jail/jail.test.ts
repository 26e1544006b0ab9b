import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, link, lstat, mkdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import { holdByHandle, holdByPath } from "./folder.ts";
import { JailError } from "./jail-error.ts";
import { openJail } from "./jail.ts";

const { signal } = new AbortController();
const bytes = (text: string): Uint8Array => Buffer.from(text);
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

async function problemOf(promise: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(promise);
  if (error instanceof JailError) return error.problem;
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

const HOLDS = [
  { name: "by path", hold: holdByPath },
  ...(process.platform === "linux" ? [{ name: "by handle", hold: holdByHandle }] : []),
];

describe.each(HOLDS)("SBX-1 (part): folders held $name", ({ hold }) => {
  test("SBX-1 (part): a file is created, replaced and removed, with its folders", async () => {
    await using dir = await tempWorkspace();
    const jail = await openJail([dir.root], hold);
    const path = dir.path("a/b/c.txt");
    await jail.replace(path, bytes("one"), { was: null, signal });
    await jail.replace(path, bytes("two"), { was: hashOf("one"), signal });
    expect(await dir.read("a/b/c.txt")).toBe("two");
    expect(await dir.list()).toEqual(["a/b/c.txt"]);
    await jail.remove(path, { was: hashOf("two"), signal });
    expect(await dir.list()).toEqual(["a/b/"]);
  });

  test("FS-10 (part): what is not as expected is left alone", async () => {
    await using dir = await tempWorkspace({ "a.txt": "theirs", "folder/x": "" });
    spawnSync("mkfifo", [dir.path("pipe")]);
    const jail = await openJail([dir.root], hold);
    const put = (name: string, was: string | null): Promise<string> =>
      problemOf(jail.replace(dir.path(name), bytes("new"), { was, signal }));
    const before = await dir.treeHash();
    expect(await put("a.txt", null)).toBe("exists");
    expect(await put("a.txt", hashOf("old"))).toBe("stale");
    expect(await put("gone.txt", hashOf("old"))).toBe("stale");
    expect(await put("deep/gone.txt", hashOf("old"))).toBe("stale");
    expect(await put("folder", null)).toBe("folder");
    expect(await put("pipe", null)).toBe("no_plain_file");
    expect(await put("a.txt/b", null)).toBe("ENOTDIR");
    const cut = (was: string | null): Promise<string> =>
      problemOf(jail.remove(dir.path("a.txt"), { was, signal }));
    expect(await cut(hashOf("old"))).toBe("stale");
    expect(await problemOf(jail.remove(dir.path("folder"), { was: null, signal }))).toBe("folder");
    expect(await problemOf(jail.remove(dir.path("no/x"), { was: null, signal }))).toBe("missing");
    expect(await dir.treeHash()).toBe(before);
  });

  test("FS-6 (part): a path through a link is not followed, wherever the link is", async () => {
    await using outside = await tempWorkspace({ "victim.txt": "safe", "folder/x": "" });
    await using dir = await tempWorkspace({ "real/a.txt": "" });
    await symlink(outside.root, dir.path("link"));
    await symlink(outside.path("victim.txt"), dir.path("file-link"));
    await symlink(outside.path("none"), dir.path("dangling"));
    await symlink("link", dir.path("chain"));
    await symlink("loop", dir.path("loop"));
    await symlink("real", dir.path("inner"));
    const jail = await openJail([dir.root], hold);
    const before = [await outside.treeHash(), await dir.treeHash()];
    const names = ["link/new", "link/folder/x", "file-link", "dangling", "chain/new", "inner/new"];
    for (const name of [...names, "loop/x", "dangling/x", "link/new/deep"]) {
      const path = dir.path(name);
      const problem = await problemOf(jail.replace(path, bytes("x"), { was: null, signal }));
      expect([name, problem]).toEqual([name, "swapped"]);
    }
    expect(await problemOf(jail.makeFolder(dir.path("link/made")))).toBe("swapped");
    expect(await problemOf(jail.remove(dir.path("link/victim.txt"), { was: null, signal }))).toBe(
      "swapped",
    );
    expect(await problemOf(jail.removeTree(dir.path("link/folder"), { signal }))).toBe("swapped");
    const across = jail.move(dir.path("link/victim.txt"), dir.path("mine"), {
      overwrite: false,
      signal,
    });
    expect(await problemOf(across)).toBe("swapped");
    expect([await outside.treeHash(), await dir.treeHash()]).toEqual(before);
  });

  test("FS-6 (part): what is outside by its letters is refused", async () => {
    await using home = await tempWorkspace({ "space/a.txt": "a", "space-evil/b.txt": "b" });
    // The same name for people, another one for this disk.
    const [one, other] = ["caf\u00e9", "cafe\u0301"];
    await mkdir(home.path(one));
    await mkdir(home.path(other));
    const jail = await openJail([home.path("space"), home.path(one)], hold);
    const before = await home.treeHash();
    const paths = [
      home.path("space-evil/b.txt"),
      home.path("spac"),
      home.path(`${other}/x`),
      `${home.root}/space/../space-evil/b.txt`,
      `${home.root}/space/./../x`,
      `/proc/self/root${home.path("space/a.txt")}`,
      "/proc/self/cwd/x",
      "space/a.txt",
      home.root,
      "/",
    ];
    for (const path of paths) {
      expect([path, jail.refusal(path)]).toEqual([path, "outside"]);
      const put = jail.replace(path, bytes("x"), { was: null, signal });
      expect([path, await problemOf(put)]).toEqual([path, "outside"]);
      expect(await problemOf(jail.removeTree(path, { signal }))).toBe("outside");
    }
    expect(await home.treeHash()).toBe(before);
    await jail.replace(home.path(`${one}/x`), bytes("x"), { was: null, signal });
    expect(await home.read(`${one}/x`)).toBe("x");
  });

  test("FS-6 (part): the other name of a hard link keeps its content", async () => {
    await using outside = await tempWorkspace({ passwd: "safe" });
    await using dir = await tempWorkspace({ "sub/x": "" });
    await link(outside.path("passwd"), dir.path("mine.txt"));
    await chmod(outside.path("passwd"), 0o640);
    const jail = await openJail([dir.root], hold);
    const path = dir.path("mine.txt");
    await jail.replace(path, bytes("changed"), { was: hashOf("safe"), signal });
    expect(await dir.read("mine.txt")).toBe("changed");
    expect(await outside.read("passwd")).toBe("safe");
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    await jail.remove(path, { was: null, signal });
    expect(await outside.read("passwd")).toBe("safe");
  });

  test("FS-5 (part): a move keeps what is there, and folders are never replaced", async () => {
    await using outside = await tempWorkspace();
    await using dir = await tempWorkspace({
      "a.txt": "a",
      "b.txt": "b",
      "d/x.txt": "x",
      "e/y": "",
    });
    await symlink("nowhere", dir.path("dead"));
    const jail = await openJail([dir.root], hold);
    const move = (from: string, to: string, overwrite = false): Promise<void> =>
      jail.move(dir.path(from), dir.path(to), { overwrite, signal });
    expect(await problemOf(move("a.txt", "b.txt"))).toBe("exists");
    expect(await problemOf(move("a.txt", "d", true))).toBe("folder");
    expect(await problemOf(move("d", "b.txt", true))).toBe("exists");
    expect(await problemOf(move("d", "e", true))).toBe("folder");
    expect(await problemOf(move("d", "d/inner"))).toBe("EINVAL");
    expect(await problemOf(move("none", "other/deep"))).toBe("missing");
    const out = jail.move(dir.path("a.txt"), outside.path("a"), { overwrite: true, signal });
    expect(await problemOf(out)).toBe("outside");
    expect(await dir.list()).toEqual(["a.txt", "b.txt", "d/x.txt", "dead", "e/y"]);
    await move("a.txt", "new/deep/a.txt");
    await move("new/deep/a.txt", "b.txt", true);
    await move("d", "new/d");
    await move("dead", "new/dead");
    expect(await dir.list()).toEqual(["b.txt", "e/y", "new/d/x.txt", "new/dead", "new/deep/"]);
    expect(await dir.read("b.txt")).toBe("a");
  });

  test("FS-5 (part): a folder goes with all that is in it, and nothing behind its links", async () => {
    await using outside = await tempWorkspace({ "keep/x": "x" });
    await using dir = await tempWorkspace({ "d/a/b/c": "", "d/e": "", "repo/in/.git/HEAD": "" });
    await symlink(outside.root, dir.path("d/a/link"));
    await symlink(outside.path("keep/x"), dir.path("d/file"));
    const jail = await openJail([dir.root], hold);
    expect(await jail.removeTree(dir.path("d"), { signal })).toBe(7);
    expect(await outside.list()).toEqual(["keep/x"]);
    expect(await problemOf(jail.removeTree(dir.path("repo"), { signal }))).toBe("git");
    expect(await problemOf(jail.removeTree(dir.root, { signal }))).toBe("root");
    expect(await dir.list()).toEqual(["repo/in/.git/HEAD"]);
  });
});

describe("SBX-1 (part): roots", () => {
  test("SBX-1 (part): are where their links lead when the jail is made, and stay there", async () => {
    await using home = await tempWorkspace({ "real/a": "", "other/b": "" });
    await symlink("real", home.path("link"));
    const jail = await openJail([home.path("link"), home.path("later/on")]);
    expect(jail.roots).toEqual([home.path("real"), home.path("later/on")]);
    spawnSync("ln", ["-sfn", "other", home.path("link")]);
    expect(jail.refusal(home.path("other/c"))).toBe("outside");
    await jail.replace(home.path("real/c"), bytes("c"), { was: null, signal });
    expect(await home.list()).toEqual(["link", "other/b", "real/a", "real/c"]);
  });

  test("SBX-1 (part): a root that is itself swapped for a link is not followed", async () => {
    await using outside = await tempWorkspace();
    await using home = await tempWorkspace({ "space/inner/a": "" });
    const jail = await openJail([home.path("space"), home.path("space/inner")]);
    spawnSync("sh", ["-c", `rm -r inner && ln -s ${outside.root} inner`], {
      cwd: home.path("space"),
    });
    const put = jail.replace(home.path("space/inner/x"), bytes("x"), { was: null, signal });
    expect(await problemOf(put)).toBe("swapped");
    expect(await outside.list()).toEqual([]);
  });

  test("SBX-1 (part): git's own files are refused in every root but one that is in them", async () => {
    await using dir = await tempWorkspace({ ".git/hooks/x": "" });
    const jail = await openJail([dir.root]);
    for (const name of [
      ".git",
      ".git/config",
      "a/.GIT/x",
      "git~1/x",
      ".git::$DATA",
      ".gi\u200Dt",
    ]) {
      expect([name, jail.refusal(dir.path(name))]).toEqual([name, "git"]);
    }
    expect(jail.refusal(dir.path(".gitignore"))).toBeNull();
    const inner = await openJail([dir.root, dir.path(".git/hooks")]);
    expect(inner.refusal(dir.path(".git/hooks/x"))).toBeNull();
    expect(inner.refusal(dir.path(".git/config"))).toBe("git");
  });
});

test("FS-3 (part): when it cannot be put in place, nothing is left behind", async () => {
  await using dir = await tempWorkspace({ "a.txt": "a" });
  const jail = await openJail([dir.root]);
  const stop = new AbortController();
  stop.abort(new Error("stop"));
  const put = (name: string, was: string | null): Promise<unknown> =>
    rejectionOf(jail.replace(dir.path(name), bytes("new"), { was, signal: stop.signal }));
  expect(await put("a.txt", hashOf("a"))).toHaveProperty("message", "stop");
  expect(await put("made/deep/b.txt", null)).toHaveProperty("message", "stop");
  expect(await dir.list()).toEqual(["a.txt"]);
});

test("S26: temporary files are new, private, and follow no link", async () => {
  await using dir = await tempWorkspace({ "secret.txt": "s" });
  await chmod(dir.path("secret.txt"), 0o600);
  const jail = await openJail([dir.root]);
  const umask = process.umask(0);
  try {
    await jail.replace(dir.path("secret.txt"), bytes("t"), { was: hashOf("s"), signal });
  } finally {
    process.umask(umask);
  }
  expect((await lstat(dir.path("secret.txt"))).mode & 0o777).toBe(0o600);
});

test.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)(
  "FS-6 (part): a mount inside counts as inside, and a move over its edge copies",
  async () => {
    await using dir = await tempWorkspace({ "space/a.txt": "a", "disk/b.txt": "b" });
    await mkdir(dir.path("space/mnt"));
    // Only this child and those it starts see the mount.
    const command = 'mount --bind disk space/mnt && exec "$0" "$@"';
    const script = join(import.meta.dir, "testing/in-mount.ts");
    const { status, stdout, stderr } = spawnSync(
      "unshare",
      ["-m", "sh", "-c", command, process.execPath, script, dir.path("space")],
      { cwd: dir.root, encoding: "utf8" },
    );
    if (/unshare|mount/.test(stderr)) return; // Not permitted here.
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ folder: "other_disk" });
    expect(await dir.list()).toEqual(["disk/a.txt", "disk/c.txt", "space/b.txt", "space/mnt/"]);
    expect(await readFile(dir.path("disk/a.txt"), "utf8")).toBe("a");
  },
);
