import { describe, expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { mkdir, symlink } from "node:fs/promises";
import { attachFile } from "./attach-file.ts";
import { readTask } from "./task-words.ts";
import { userMessage } from "./user-message.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const denied = () => Promise.resolve(null);

async function refusal(name: string, cwd: string, outside = false): Promise<string> {
  const read = await attachFile(name, { cwd, outside, denied });
  return read.ok ? "read" : read.failure.message;
}

describe("CLI-3: @file", () => {
  test("CLI-3: texts become tagged blocks behind the task, lines where they are named", async () => {
    await using work = await tempWorkspace({ "a.ts": "one\ntwo\nthree\n", "my notes.md": "hi" });
    const place = { cwd: work.root, outside: false, denied };
    const words = ["compare", "@a.ts:2-3", "with", "@my notes.md"];
    const read = await readTask(words, place);
    if (!read.ok) throw new Error(read.failure.message);
    const { text, files } = read.task;
    expect(userMessage(text, files, { images: true })).toEqual({
      role: "user",
      content: [
        {
          type: "text",
          text: 'compare with\n\n<file path="a.ts" lines="2-3">\ntwo\nthree\n</file>\n\n<file path="my notes.md">\nhi\n</file>',
        },
      ],
    });
  });

  test("CLI-3, IMG-1 (part): pictures are known by content; a model without eyes is told", async () => {
    await using work = await tempWorkspace({ "shot.txt": PNG });
    const read = await readTask(["look", "@shot.txt"], { cwd: work.root, outside: false, denied });
    if (!read.ok) throw new Error(read.failure.message);
    const { text, files } = read.task;
    const image = { type: "image", mimeType: "image/png", data: PNG.toString("base64") } as const;
    const label = '<image name="shot.txt" type="image/png" size="1×1" bytes="70" />';
    expect(userMessage(text, files, { images: true }).content).toEqual([
      { type: "text", text: "look" },
      { type: "text", text: label },
      image,
    ]);
    expect(JSON.stringify(userMessage(text, files, { images: false }))).toContain("cannot see");
  });

  test("CLI-3: a sentence that begins with @ stays a sentence; a missing file does not", async () => {
    await using work = await tempWorkspace();
    const place = { cwd: work.root, outside: false, denied };
    expect(await readTask(["@alice says hi"], place)).toMatchObject({
      task: { text: "@alice says hi", files: [] },
    });
    expect(await readTask(["hi", "@alice"], place)).toMatchObject({
      ok: false,
      failure: { code: "invalid", message: 'There is no file "alice".' },
    });
    expect(await readTask(["a", "@", "b"], place)).toMatchObject({ task: { text: "a @ b" } });
  });

  test("CLI-3: what cannot be attached is refused with a reason", async () => {
    await using work = await tempWorkspace({
      "w/big.txt": "x".repeat(70_000),
      "w/bin": Buffer.from([1, 0, 2]),
      "w/broken.png": PNG.subarray(0, 20),
      "w/a.ts": "1\n",
    });
    const cwd = work.path("w");
    await mkdir(work.path("w/folder"));
    expect(await refusal("big.txt", cwd)).toContain("too large");
    expect(await refusal("bin", cwd)).toContain("binary");
    expect(await refusal("broken.png", cwd)).toContain("cannot be sent");
    expect(await refusal("folder", cwd)).toContain("not a file");
    expect(await refusal("a.ts:7-9", cwd)).toContain("no lines");
    expect(await refusal("big.txt:1-1", cwd)).toContain("too large");
  });

  test("C28: files outside of the folder need references.outside, also through a link", async () => {
    await using work = await tempWorkspace({ "secret.txt": "s", "w/.keep": "" });
    const cwd = work.path("w");
    await symlink(work.path("secret.txt"), work.path("w/link.txt"));
    for (const name of ["../secret.txt", "link.txt", work.path("secret.txt")]) {
      expect(await refusal(name, cwd)).toContain("outside of this folder");
      expect(await refusal(name, cwd, true)).toBe("read");
    }
  });
});
