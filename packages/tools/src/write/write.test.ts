import { describe, expect, test } from "bun:test";
import { chmod, lstat, readFile, stat, symlink } from "node:fs/promises";
import { rejectionOf, tempWorkspace, type TempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { anew } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { writeTool } from "./write.ts";

const write = anew(writeTool);

const put = (dir: TempWorkspace, path: string, content: string): Promise<string> =>
  told(write, { path, content }, bench(dir.root));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe("FS-3: write", () => {
  test("FS-3: creates parents, overwrites, and says which it was", async () => {
    await using dir = await tempWorkspace();
    const context = bench(dir.root);
    const made = await runTool(write, { path: "a/b/ü.txt", content: "grün\n" }, context);
    expect(textOf(made)).toBe("Created a/b/ü.txt (6 bytes).");
    expect(made.details).toEqual({
      changedFiles: ["a/b/ü.txt"],
      data: {
        bytes: 6,
        created: true,
        diff: "--- a/b/ü.txt\n+++ a/b/ü.txt\n@@ -0,0 +1,1 @@\n+grün",
      },
    });
    const again = await runTool(write, { path: "a/./x/../b/ü.txt", content: "" }, context);
    expect(textOf(again)).toBe("Overwrote a/b/ü.txt (0 bytes, before 6).");
    expect(again.details).toEqual({
      changedFiles: ["a/b/ü.txt"],
      data: {
        bytes: 0,
        created: false,
        diff: "--- a/b/ü.txt\n+++ a/b/ü.txt\n@@ -1,1 +0,0 @@\n-grün",
      },
    });
    expect(await dir.list()).toEqual(["a/b/ü.txt"]);
    expect(await dir.read("a/b/ü.txt")).toBe("");
  });

  test("FS-3: a file keeps its line ends, its mark and its encoding", async () => {
    const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, "utf16le");
    await using dir = await tempWorkspace({
      "dos.txt": "a\r\nb\r\n",
      "mostly-dos.txt": "a\r\nb\r\nc\n",
      "unix.txt": "a\nb\n",
      "one-line.txt": "a",
      "marked.txt": "\uFEFFa\n",
      "wide.txt": utf16("a\r\nb"),
      "big-endian.txt": utf16("a\nb").swap16(),
      "data.bin": Uint8Array.from([0, 13, 10, 1]),
    });
    const after = async (path: string, content: string): Promise<string> => {
      await put(dir, path, content);
      return (await readFile(dir.path(path))).toString("latin1");
    };
    const latin1 = (bytes: Buffer): string => bytes.toString("latin1");
    expect(await after("dos.txt", "x\ny\r\nz")).toBe("x\r\ny\r\nz");
    expect(await after("mostly-dos.txt", "x\ny\n")).toBe("x\r\ny\r\n");
    expect(await after("unix.txt", "x\r\ny\n")).toBe("x\ny\n");
    expect(await after("one-line.txt", "x\r\ny\n")).toBe("x\r\ny\n");
    expect(await after("marked.txt", "x\n")).toBe("\xef\xbb\xbfx\n");
    expect(await after("marked.txt", "\uFEFFx\n")).toBe("\xef\xbb\xbfx\n");
    expect(await after("wide.txt", "é\n")).toBe(latin1(utf16("é\r\n")));
    expect(await after("big-endian.txt", "é\n")).toBe(latin1(utf16("é\n").swap16()));
    expect(await after("data.bin", "x\ny\r\n")).toBe("x\ny\r\n");
    expect(await after("new.txt", "x\ny\r\n")).toBe("x\ny\r\n");
  });

  test("FS-3: whatever is written to a file of a form, it stays in that form", async () => {
    await using dir = await tempWorkspace();
    const text = fc
      .array(fc.constantFrom("a", "é", "\n", "\r\n", "\uFEFF", "👍", " "), { maxLength: 12 })
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        await dir.write("f.txt", "\uFEFF1\r\n2\r\n");
        await put(dir, "f.txt", content);
        const now = await dir.read("f.txt");
        expect(now.startsWith("\uFEFF")).toBe(true);
        expect(now.replaceAll("\r\n", "")).not.toContain("\n");
        const bare = (words: string): string =>
          words.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
        expect(bare(now)).toBe(bare(content));
      }),
      { numRuns: 60 },
    );
  });

  test("FS-3: keeps the mode; a new file has the usual one", async () => {
    await using dir = await tempWorkspace({ "run.sh": "#!/bin/sh\n", "plain.txt": "" });
    await chmod(dir.path("run.sh"), 0o751);
    await put(dir, "run.sh", "#!/bin/bash\n");
    await put(dir, "new.txt", "x");
    expect(await modeOf(dir.path("run.sh"))).toBe(0o751);
    expect(await modeOf(dir.path("new.txt"))).toBe(await modeOf(dir.path("plain.txt")));
  });

  test("FS-3: a reader sees the old or the new content and nothing between", async () => {
    const versions = ["a", "b"].map((letter) => letter.repeat(500_000));
    await using dir = await tempWorkspace({ "f.txt": versions[0] ?? "" });
    const writing = new AbortController();
    const seen = (async () => {
      const kinds = new Set<string>();
      while (!writing.signal.aborted) {
        const text = await dir.read("f.txt");
        kinds.add(versions.includes(text) ? "whole" : `torn at ${text.length}`);
      }
      return [...kinds];
    })();
    for (let at = 1; at <= 12; at++) await put(dir, "f.txt", versions[at % 2] ?? "");
    writing.abort();
    expect(await seen).toEqual(["whole"]);
    expect(await dir.list()).toEqual(["f.txt"]);
  });

  test("FS-3: a link inside the workspace stays a link", async () => {
    await using dir = await tempWorkspace({ "real/a.txt": "old" });
    await symlink("real/a.txt", dir.path("link.txt"));
    await symlink("real", dir.path("way"));
    expect(await put(dir, "link.txt", "new")).toBe("Overwrote real/a.txt (3 bytes, before 3).");
    expect(await put(dir, "way/b.txt", "b")).toBe("Created real/b.txt (1 bytes).");
    expect((await lstat(dir.path("link.txt"))).isSymbolicLink()).toBe(true);
    expect(await dir.read("real/a.txt")).toBe("new");
  });
});

test("LOOP-9: after an abort nothing is written", async () => {
  await using dir = await tempWorkspace({ "a.txt": "old" });
  const before = await dir.treeHash();
  const context = bench(dir.root, { signal: AbortSignal.abort(new Error("stop")) });
  for (const path of ["a.txt", "b/c.txt"]) {
    const failure = await rejectionOf(runTool(write, { path, content: "new" }, context));
    expect(failure).toHaveProperty("message", "stop");
  }
  expect(await dir.treeHash()).toBe(before);
});

test("what the gate and the screens are told", () => {
  expect(write.prepare({ path: "a\nb", content: "" })).toMatchObject({
    ok: true,
    call: { effect: "write", subject: "a\nb", summary: 'write "a\\nb"' },
  });
  expect(write.prepare({ path: "a" }).ok).toBe(false);
});
