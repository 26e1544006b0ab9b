import { describe, expect, test } from "bun:test";
import { capOutcome, estimateTokens } from "@squire/agent";
import { symlink } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import { SMALL_IMAGES } from "../testing/images.ts";
import { encodePng } from "../testing/png.ts";
import { anew } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { readTool } from "./read.ts";

const read = anew(readTool);

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");

const utf16be = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, "utf16le").swap16();

describe("FS-1: read", () => {
  test("FS-1: text has line numbers, without its line ends and mark", async () => {
    await using dir = await tempWorkspace({
      "plain.txt": "a\n\nb",
      "dos.txt": "\uFEFFa\r\nb\r\n",
      "wide.txt": utf16be("ä\r\nb"),
      "empty.txt": "",
    });
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    expect(await see("plain.txt")).toBe("1\ta\n2\t\n3\tb");
    expect(await see("dos.txt")).toBe("1\ta\n2\tb");
    expect(await see("wide.txt")).toBe("1\tä\n2\tb");
    expect(await see("empty.txt")).toBe("(empty file)");
  });

  test("LOOP-12: a long text ends at a whole line, not with a hole in its middle", async () => {
    await using dir = await tempWorkspace({
      "code.ts": "export const value = compute(a, b); // what it is for\n".repeat(5_000),
      "cjk.txt": "\u6f22\u5b57\u4eee\u540d\u4ea4\u3058\u308a\u6587\n".repeat(5_000),
      "one.txt": "word ".repeat(20_000),
    });
    for (const path of ["code.ts", "cjk.txt"]) {
      const outcome = await runTool(read, { path, limit: 1e9 }, bench(dir.root));
      const text = textOf(outcome);
      const [, next = ""] = /\(\d+ more lines; go on with offset (\d+)\)$/.exec(text) ?? [];
      expect(text.split("\n")).toHaveLength(Number(next));
      const content = [{ type: "text", text }] as const;
      const whole = { role: "tool", callId: "c", name: "read", failed: false, content } as const;
      expect(capOutcome(whole)).toBe(whole);
      expect(estimateTokens(text)).toBeGreaterThan(6_500);
    }
    const one = textOf(await runTool(read, { path: "one.txt" }, bench(dir.root)));
    expect(one).toContain("more characters");
  });

  test("FS-1: 2,000 lines unless told otherwise, and how to go on", async () => {
    await using dir = await tempWorkspace({
      "long.txt": lines(2_500),
      "thin.txt": "x\n".repeat(2_500),
    });
    const first = await runTool(read, { path: "thin.txt" }, bench(dir.root));
    const shown = textOf(first).split("\n");
    expect(shown.slice(1999)).toEqual(["2000\tx", "(500 more lines; go on with offset 2001)"]);
    expect(first.details).toMatchObject({ truncated: true });
    const part = { path: "long.txt", offset: 2_499, limit: 1 };
    expect(await told(read, part, bench(dir.root))).toBe(
      "2499\tline 2499\n(1 more lines; go on with offset 2500)",
    );
    const last = await runTool(read, { path: "long.txt", offset: 2_500 }, bench(dir.root));
    expect(textOf(last)).toBe("2500\tline 2500");
    expect(last.details).toMatchObject({ truncated: false });
    expect(await told(read, { path: "long.txt", offset: 2_501 }, bench(dir.root))).toBe(
      "! The file has 2500 lines; there is no line 2501.",
    );
  });

  test("FS-1: of a file above 2 MB the beginning, and where the rest is", async () => {
    const line = `${"x".repeat(1_023)}\n`;
    await using dir = await tempWorkspace({
      "big.log": `${line.repeat(2_048)}${line}`,
      "one.js": "é".repeat(1_100_000),
    });
    const end = { path: "big.log", offset: 2_047, limit: 99 };
    const text = await told(read, end, bench(dir.root));
    expect(text).toStartWith("2047\txxx");
    expect(text).toEndWith(
      "\n(first 2 MB of 2098176 bytes; use bash for the rest, e.g. sed -n '2049,2249p')",
    );
    expect(await told(read, { path: "big.log", offset: 2_049 }, bench(dir.root))).toContain(
      "beyond the first 2 MB",
    );
    expect(await told(read, { path: "one.js" }, bench(dir.root))).toContain(
      "é… (1046576 more characters)",
    );
  });

  test("FS-1: binary is described, not dumped; odd text is still text", async () => {
    await using dir = await tempWorkspace({
      "a.bin": Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]),
      "latin.txt": Buffer.from("na\xefve, caf\xe9, all the rest is fine", "latin1"),
      "noise.txt": Uint8Array.from({ length: 4_000 }, (_, at) => 0x80 + (at % 0x80)),
      "colour.log": "\u001B[31mred\u001B[0m and plain",
    });
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    expect(await see("a.bin")).toBe("binary file, 8 bytes, begins with 7f 45 4c 46 00 01 02 03");
    expect(await see("noise.txt")).toStartWith("binary file, 4000 bytes");
    expect(await see("latin.txt")).toBe(
      "1\tna\uFFFDve, caf\uFFFD, all the rest is fine\n(not all of it is UTF-8; such bytes are shown as \uFFFD)",
    );
    expect(await see("colour.log")).toBe("1\t\u001B[31mred\u001B[0m and plain");
  });

  test("FS-1: images are shown as images, by what they are and not by their name", async () => {
    const images = {
      png: encodePng({ width: 3, height: 2, rgba: new Uint8Array(24).fill(200) }),
      ...SMALL_IMAGES,
    };
    await using dir = await tempWorkspace({
      ...images,
      "fake.png": "not a picture",
      "cut.png": images.png.subarray(0, images.png.length - 20),
    });
    for (const [path, bytes] of Object.entries(images)) {
      const { content } = await runTool(read, { path }, bench(dir.root));
      const data = Buffer.from(bytes).toString("base64");
      expect(content).toEqual([{ type: "image", mimeType: `image/${path}`, data }]);
    }
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    expect(await see("fake.png")).toBe("1\tnot a picture");
    expect(await see("cut.png")).toStartWith("image that cannot be shown (It is broken.), ");
  });

  test("IMG-1 (part): a large image is made smaller, and that is said", async () => {
    const rgba = new Uint8Array(2_400 * 30 * 4).fill(255);
    await using dir = await tempWorkspace({
      "wide.png": encodePng({ width: 2_400, height: 30, rgba }),
    });
    const { content } = await runTool(read, { path: "wide.png" }, bench(dir.root));
    const [image, note] = content;
    if (image?.type !== "image") throw new Error("no image");
    expect(Buffer.from(image.data, "base64").readUInt32BE(16)).toBe(2_000);
    expect(note).toEqual({ type: "text", text: "(2400×30 pixels, shown as 2000×25)" });
  });

  test("FS-1: a folder is listed", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_003 }, (_, at) => [`many/${at}`, ""]));
    await using dir = await tempWorkspace({
      "src/b.ts": "",
      "src/a/c.ts": "",
      "src/x\ny": "",
      ...many,
    });
    await symlink("b.ts", dir.path("src/link"));
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    expect(await see("src")).toBe('"x\\ny"\na/\nb.ts\nlink');
    expect(await see("many")).toEndWith("\n(3 more)");
    expect(await see(".")).toBe("many/\nsrc/");
  });

  test("FS-2: a missing file brings up to five similar names", async () => {
    await using dir = await tempWorkspace({
      "src/index.ts": "",
      "src/Index.tsx": "",
      "node_modules/indx.ts": "",
      "lib/deep/widget.ts": "",
      ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`other/ind${at}.ts`, ""])),
      "unlike.md": "",
    });
    const message = await told(read, { path: "src/indx.ts" }, bench(dir.root));
    expect(message).toStartWith("! There is no src/indx.ts. Similar: src/index.ts, ");
    expect(message.split(": ")[1]?.split(", ")).toHaveLength(5);
    expect(message).not.toContain("node_modules");
    expect(await told(read, { path: "Widget.ts" }, bench(dir.root))).toBe(
      "! There is no Widget.ts. Similar: lib/deep/widget.ts",
    );
    expect(await told(read, { path: "zzzzzz" }, bench(dir.root))).toBe("! There is no zzzzzz.");
  });
});

test("arguments that make no sense are told before anything is read", () => {
  for (const args of [{}, { path: "" }, { path: "a", offset: -1 }, { path: "a", limit: 0 }]) {
    expect(read.prepare(args).ok).toBe(false);
  }
  expect(read.prepare({ path: "a\u001Bb\n", offset: 0 })).toMatchObject({
    ok: true,
    call: { effect: "read", subject: "a\u001Bb\n", summary: 'read "a\\u001bb\\n"' },
  });
});
