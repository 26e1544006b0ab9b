import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { systemClock } from "@squire/platform";
import { tempWorkspace, type TempWorkspace } from "@squire/testkit";
import { findRipgrep } from "../search/find-ripgrep.ts";
import { scanCache } from "../search/scan/scan-cache.ts";
import type { SearchServices } from "../search/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { grepTool } from "./grep.ts";

const ripgrep = findRipgrep("unused");

function services(given: Partial<SearchServices> = {}): SearchServices {
  return { scans: scanCache({ ttlMs: 0 }), ripgrep, ...given };
}

function asked(dir: TempWorkspace, given: Partial<SearchServices> = {}) {
  const tool = grepTool(services(given));
  const context = { ...bench(dir.root), clock: systemClock };
  return (args: Parameters<typeof runTool>[1]) => told(tool, args, context);
}

const lines = (count: number, text = "hit"): string =>
  Array.from({ length: count }, (_, at) => `${text} ${at + 1}\n`).join("");

describe("SRCH-1: grep", () => {
  test("SRCH-1: matches by file, sorted by path, with lines around them", async () => {
    await using dir = await tempWorkspace({
      "b.ts": "one\ntwo foo\nthree\nfour\nfive\nsix Foo\n",
      "a/z.ts": "foo\r\n",
      "a-b.ts": "foo",
    });
    const ask = asked(dir);
    expect(await ask({ pattern: "foo" })).toBe("a/z.ts\n1:foo\n\na-b.ts\n1:foo\n\nb.ts\n2:two foo");
    expect(await ask({ pattern: "foo", path: "b.ts", ignoreCase: true, context: 1 })).toBe(
      "b.ts\n1-one\n2:two foo\n3-three\n--\n5-five\n6:six Foo",
    );
    expect(await ask({ pattern: "fo+$", output: "files" })).toBe("a/z.ts\na-b.ts\nb.ts");
    expect(await ask({ pattern: "o", output: "count" })).toBe(
      "a/z.ts:1\na-b.ts:1\nb.ts:4\n(6 matches in 3 files)",
    );
  });

  test("SRCH-1: hidden files are searched, ignored ones and .git are not", async () => {
    await using dir = await tempWorkspace({
      ".config/x": "foo",
      ".git/HEAD": "foo",
      "sub/.git": "foo",
      "dist/a": "foo",
      "kept.log": "foo",
      "b.log": "foo",
      "c.tmp": "foo",
      ".gitignore": "dist/\n*.log\n!kept.log\n",
      ".ignore": "*.tmp\n",
    });
    const ask = asked(dir);
    expect(await ask({ pattern: "foo", output: "files" })).toBe(".config/x\nkept.log");
    expect(await ask({ pattern: "foo", output: "files", glob: "**/*" })).toBe(
      ".config/x\nkept.log",
    );
    expect(await ask({ pattern: "foo", output: "files", path: "dist" })).toBe("dist/a");
    expect(await ask({ pattern: "foo", output: "files", path: "b.log" })).toBe("b.log");
    expect(await ask({ pattern: "foo", path: ".git" })).toContain("HEAD");
  });

  test("SRCH-1: 100 matches unless told otherwise, and how to get the rest", async () => {
    await using dir = await tempWorkspace({ "a.txt": lines(90), "b.txt": lines(90) });
    const output = await runTool(
      grepTool(services()),
      { pattern: "hit" },
      {
        ...bench(dir.root),
        clock: systemClock,
      },
    );
    const shown = textOf(output).split("\n");
    expect(shown.filter((line) => /^\d+:/.test(line))).toHaveLength(100);
    expect(shown.at(-1)).toBe(
      "(100 of 180 matches in 2 files; narrow path, glob or pattern, or raise limit, or output: files)",
    );
    expect(output.details).toEqual({ truncated: true, data: { matches: 180, files: 2 } });
    expect(await asked(dir)({ pattern: "hit", limit: 180 })).not.toContain("narrow");
    const many = await asked(dir)({ pattern: "hit", limit: 2, path: "a.txt" });
    expect(many).toBe(
      "a.txt\n1:hit 1\n2:hit 2\n(first 2 matches, there are more; narrow path, glob or pattern, or raise limit, or output: files)",
    );
  });

  test("SRCH-1: the same matches each time, however many there are", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`d${at % 7}/f${at}.txt`, lines(40)]),
    );
    await using dir = await tempWorkspace(files);
    const ask = asked(dir);
    const first = await ask({ pattern: "hit" });
    expect(first.split("\n").slice(0, 3)).toEqual(["d0/f0.txt", "1:hit 1", "2:hit 2"]);
    expect(first).toEndWith("raise limit, or output: files)");
    for (let again = 0; again < 3; again++) expect(await ask({ pattern: "hit" })).toBe(first);
    expect(await asked(dir, { ripgrep: () => Promise.resolve(null) })({ pattern: "hit" })).toBe(
      first,
    );
  });

  test("SRCH-1: 1,000 files, 256 KB, 500 characters of a line", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1_010 }, (_, at) => [`f${at}.txt`, "foo"]),
    );
    await using dir = await tempWorkspace({
      ...files,
      "z/long.txt": `foo ${"é".repeat(600)}\n`,
      "z/wide.txt": lines(1_000, `foo ${"x".repeat(490)}`),
    });
    const ask = asked(dir);
    const list = (await ask({ pattern: "foo", output: "files" })).split("\n");
    expect(list).toHaveLength(1_001);
    expect(list.at(-1)).toBe(
      "(1,000 of 1,012 files; narrow path, glob or pattern, or raise limit)",
    );
    expect(await ask({ pattern: "foo", path: "z/long.txt" })).toBe(
      `z/long.txt\n1:foo ${"é".repeat(496)}…`,
    );
    const full = await ask({ pattern: "foo", path: "z/wide.txt", limit: 1_000 });
    expect(Buffer.byteLength(full)).toBeLessThanOrEqual(256 * 1024);
    expect(full).toEndWith(
      "(the output is full; narrow path, glob or pattern, or raise limit, or output: files)",
    );
  });

  test("SRCH-1: a long line is shown around its match", async () => {
    const line = `${"é".repeat(3_000)}NEEDLE${"x".repeat(3_000)}`;
    await using dir = await tempWorkspace({ "a.js": `${line}\nshort NEEDLE\n`, "b\nc.js": line });
    for (const engine of [ripgrep, () => Promise.resolve(null)]) {
      const text = await asked(dir, { ripgrep: engine })({ pattern: "NEEDLE", path: "a.js" });
      expect(text).toBe(`a.js\n1:…${"é".repeat(100)}NEEDLE${"x".repeat(393)}…\n2:short NEEDLE`);
    }
  });

  test("SRCH-1: by glob and type, both within what ignore files leave", async () => {
    await using dir = await tempWorkspace({
      "src/a.ts": "foo",
      "src/b.tsx": "foo",
      "src/gen.ts": "foo",
      "lib/a.ts": "foo",
      "lib/c.py": "foo",
      "lib/d.odd": "foo",
      ".gitignore": "gen.ts\n",
    });
    const ask = asked(dir);
    const files = (args: object) => ask({ pattern: "foo", output: "files", ...args });
    expect(await files({ glob: "*.ts" })).toBe("lib/a.ts\nsrc/a.ts");
    expect(await files({ glob: "src/**" })).toBe("src/a.ts\nsrc/b.tsx");
    expect(await files({ glob: "{src,lib}/*.ts" })).toBe("lib/a.ts\nsrc/a.ts");
    expect(await files({ glob: "!*.{ts,tsx}" })).toBe("lib/c.py\nlib/d.odd");
    expect(await files({ type: "ts" })).toBe("lib/a.ts\nsrc/a.ts\nsrc/b.tsx");
    expect(await files({ type: "typescript", glob: "src/*" })).toBe("src/a.ts\nsrc/b.tsx");
    expect(await files({ type: "odd" })).toBe("lib/d.odd");
    expect(await files({ type: "no such type!" })).toStartWith("! no such type! is no file type.");
  });

  test("SRCH-1: patterns that span lines, told or by their own words", async () => {
    await using dir = await tempWorkspace({ "a.txt": "one\ntwo\nthree\nfour\n" });
    const ask = asked(dir);
    expect(await ask({ pattern: "two\\nthree" })).toBe("a.txt\n2:two\n3:three");
    expect(await ask({ pattern: "two\nthree" })).toBe("a.txt\n2:two\n3:three");
    expect(await ask({ pattern: "one.*three", multiline: true })).toBe(
      "a.txt\n1:one\n2:two\n3:three",
    );
    expect(await ask({ pattern: "one.*three" })).toStartWith("No match.");
  });

  test("SRCH-1: a pattern that is none is told with its place and a way out", async () => {
    await using dir = await tempWorkspace({ "a.txt": "call(x)\n" });
    const words =
      "! The pattern is not valid at character 5: the group is not closed.\n  call(\n      ^\nTo find it as plain text, search for call\\(";
    expect(await asked(dir)({ pattern: "call(" })).toBe(words);
    expect(await asked(dir, { ripgrep: () => Promise.resolve(null) })({ pattern: "call(" })).toBe(
      words,
    );
    expect(await asked(dir)({ pattern: "(?<=a)x" })).toContain("look-around is not supported");
    expect(await asked(dir)({ pattern: "call\\(" })).toBe("a.txt\n1:call(x)");
  });

  test("SRCH-1: no match is told with what to try", async () => {
    await using dir = await tempWorkspace({ "a.txt": "call(x)\n" });
    expect(await asked(dir)({ pattern: "Call(x)", path: "." })).toBe(
      "No match. Try ignoreCase, escaping regex characters with \\, a wider path or glob, a shorter pattern. Ignored files are searched only when path names them.",
    );
  });

  test("FS-9 (part): files with credentials are left out of results and refused by name", async () => {
    await using dir = await tempWorkspace({
      "a.txt": "TOKEN=1",
      ".env": "TOKEN=2",
      "keys/id_rsa": "TOKEN=3",
      ".env.example": "TOKEN=4",
    });
    await symlink(".env", dir.path("innocent"));
    for (const engine of [ripgrep, () => Promise.resolve(null)]) {
      const ask = asked(dir, { ripgrep: engine });
      expect(await ask({ pattern: "TOKEN" })).toBe(
        ".env.example\n1:TOKEN=4\n\na.txt\n1:TOKEN=1\n(left out, with credentials by their names: 2 files)",
      );
      expect(await ask({ pattern: "TOKEN", path: ".env" })).toContain("is not searched");
      expect(await ask({ pattern: "TOKEN", path: "innocent" })).toContain("is not searched");
    }
    const ask = asked(dir, { mayRead: (path) => !path.endsWith("a.txt") });
    expect(await ask({ pattern: "TOKEN", output: "files" })).not.toContain("a.txt");
  });
});

describe("SRCH-9 (part): grep ends when it is told to", () => {
  test("SRCH-9 (part): a signal that has fired, with either engine", async () => {
    await using dir = await tempWorkspace({ "a.txt": "foo" });
    for (const engine of [ripgrep, () => Promise.resolve(null)]) {
      const tool = grepTool(services({ ripgrep: engine }));
      const context = { ...bench(dir.root), clock: systemClock, signal: AbortSignal.abort() };
      expect(await told(tool, { pattern: "foo" }, context)).toBe("! Aborted: Signal");
    }
  });
});

describe("SRCH-4: where a path is", () => {
  test("SRCH-4: several paths, each once, in their order", async () => {
    await using dir = await tempWorkspace({
      "b/x.txt": "foo",
      "b/y.txt": "foo",
      "a/z.txt": "foo",
      "c.txt": "foo",
    });
    const ask = asked(dir);
    const files = (path: string[]) => ask({ pattern: "foo", output: "files", path });
    expect(await files(["b", "a"])).toBe("b/x.txt\nb/y.txt\na/z.txt");
    expect(await files(["b", "./b/", "b/.."])).toBe("a/z.txt\nb/x.txt\nb/y.txt\nc.txt");
    expect(await ask({ pattern: "foo", path: ["b", "c.txt"], limit: 2 })).toBe(
      "b/x.txt\n1:foo\n\nb/y.txt\n1:foo\n(first 2 matches, there are more; narrow path, glob or pattern, or raise limit, or output: files)",
    );
    expect(await files(["gone", "b"])).toBe("! There is no gone.");
  });

  test("SRCH-4: an internal address is searched as the file behind it", async () => {
    await using dir = await tempWorkspace({ "store/1.txt": "one\nfoo\n" });
    const resolveUrl = (url: string) =>
      Promise.resolve({ path: dir.path(`store/${url.slice("artifact://".length)}.txt`) });
    const ask = asked(dir, { resolveUrl });
    expect(await ask({ pattern: "foo", path: "artifact://1" })).toBe("artifact://1\n2:foo");
    expect(await ask({ pattern: "foo", path: "https://x.test/" })).toContain("is on the web");
    expect(await asked(dir)({ pattern: "foo", path: "artifact://1" })).toContain(
      "cannot be searched here",
    );
  });

  test("SRCH-4: a binary file that is named is told, others are passed over", async () => {
    const bytes = Buffer.from("foo\0foo\n");
    await using dir = await tempWorkspace({ "a.bin": bytes, "b.txt": "foo" });
    for (const engine of [ripgrep, () => Promise.resolve(null)]) {
      const ask = asked(dir, { ripgrep: engine });
      expect(await ask({ pattern: "foo" })).toBe("b.txt\n1:foo");
      expect(await ask({ pattern: "foo", path: "a.bin" })).toBe("a.bin\n(binary file matches)");
    }
  });
});
