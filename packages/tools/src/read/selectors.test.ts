import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { tempWorkspace } from "@squire/testkit";
import { createSeen } from "../files/create-seen.ts";
import { anew, servicesFor } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { readTool } from "./read.ts";
import { archivePaths, splitPath } from "./split-path.ts";

const read = anew(readTool);

describe("FS-1 (part): paths with a selector", () => {
  test("FS-1 (part): are taken apart by their letters alone", () => {
    const split = (path: string): readonly string[] => {
      const { file, selector } = splitPath(path);
      return [file, selector];
    };
    expect(split("a/data.sqlite:users?limit=5")).toEqual(["a/data.sqlite", "users?limit=5"]);
    expect(split("x.DB?q=SELECT 1:2")).toEqual(["x.DB", "?q=SELECT 1:2"]);
    expect(split("paper.pdf?pages=3-5")).toEqual(["paper.pdf", "?pages=3-5"]);
    expect(split("plain.ts")).toEqual(["plain.ts", ""]);
    expect(split("a:b.ts")).toEqual(["a:b.ts", ""]);
    expect(split("a.ts:10-20")).toEqual(["a.ts", "10-20"]);
    expect(split(".env:1")).toEqual([".env", "1"]);
    expect(split("C:\\x\\data.db:t")).toEqual(["C:\\x\\data.db", "t"]);
    expect(archivePaths("a.zip/b.tar.gz/c")).toEqual([
      { file: "a.zip", selector: "b.tar.gz/c" },
      { file: "a.zip/b.tar.gz", selector: "c" },
    ]);
  });

  test("FS-1 (part): lines may be named behind a colon", async () => {
    await using dir = await tempWorkspace({ "a.txt": "1\n2\n3\n4\n5\n" });
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    expect(await see("a.txt:2-3")).toBe("2\t2\n3\t3\n(2 more lines; go on with offset 4)");
    expect(await see("a.txt:4")).toBe("4\t4\n5\t5");
    expect(await see("a.txt:9-2")).toBe("! The file has 5 lines; there is no line 9.");
  });

  test("FS-9 (part): the gate is told which file is read, whatever stands behind it", () => {
    const subject = (path: string): string | null => {
      const prepared = read.prepare({ path });
      return prepared.ok ? prepared.call.subject : null;
    };
    expect(subject("secret.db:users?q=1")).toBe("secret.db");
    expect(subject("a.pdf?x/../../.env")).toBe("a.pdf");
    expect(subject("a.zip/.env")).toBe("a.zip/.env");
    expect(subject("artifact://art_1")).toBe("artifact://art_1");
  });

  test("FS-9 (part): no selector leads around the look at a file's name", async () => {
    await using dir = await tempWorkspace({
      ".env": "KEY=1",
      "a.pdf?x": "",
      "credentials.db": "K",
    });
    for (const path of [
      ".env?x",
      ".env:x",
      ".env:1",
      ".env/x",
      "credentials.db:t",
      "credentials.db?q=1",
    ]) {
      const message = await told(read, { path }, bench(dir.root));
      expect(message).toStartWith("! ");
      expect(message).not.toContain("KEY");
    }
  });
});

describe("URL-1 (part): internal URLs", () => {
  test("URL-1 (part): are handed to whoever knows them", async () => {
    await using dir = await tempWorkspace();
    const services = await servicesFor(dir.root);
    const asked: string[] = [];
    const tool = readTool({
      ...services,
      resolveUrl(url) {
        asked.push(url);
        if (!url.startsWith("artifact://")) return Promise.resolve(null);
        return Promise.resolve({ bytes: Buffer.from("a\nb\nc"), untrusted: true });
      },
    });
    const context = bench(dir.root);
    const output = await runTool(tool, { path: "artifact://art_1", offset: 2, limit: 1 }, context);
    expect(textOf(output)).toBe("2\tb\n(1 more lines; go on with offset 3)");
    expect(output.details).toEqual({ truncated: true, untrusted: true });
    expect(await told(tool, { path: "memory://root" }, context)).toContain("cannot be read");
    expect(await told(tool, { path: "https://x.test/a" }, context)).toContain("web_fetch");
    expect(asked).toEqual(["artifact://art_1", "memory://root", "https://x.test/a"]);
    expect(await told(read, { path: "artifact://art_1" }, context)).toContain("cannot be read");
  });
});

test("EDIT-4 (part): lines are shown as the edit variant wants them", async () => {
  await using dir = await tempWorkspace({ "a.txt": "\uFEFFone\r\ntwo\r\nthree" });
  const services = await servicesFor(dir.root);
  const tool = readTool({
    ...services,
    decorate: (lines, place, { from, all }) =>
      lines.map((line, at) => `${place.name} ${from + at}/${all().length} ${line}`),
  });
  const text = await told(tool, { path: "a.txt", offset: 2, limit: 1 }, bench(dir.root));
  expect(text).toBe("a.txt 2/3 two\n(1 more lines; go on with offset 3)");
});

test("FS-10 (part): what was shown is known by the hash of the whole file", async () => {
  await using dir = await tempWorkspace({
    "a.txt": "one\ntwo\n",
    "b.bin": "\0\0",
    "n.ipynb": "{}",
  });
  const services = await servicesFor(dir.root);
  const seen = createSeen();
  const tool = readTool({ ...services, seen });
  for (const path of ["a.txt", "b.bin", "n.ipynb"]) {
    await told(tool, { path, limit: 1 }, bench(dir.root));
  }
  const { hash } = await services.files.read(await services.files.place("a.txt"), {
    most: 99,
    signal: new AbortController().signal,
  });
  expect(seen.hashOf(dir.path("a.txt"))).toBe(hash);
  expect([seen.hashOf(dir.path("b.bin")), seen.hashOf(dir.path("n.ipynb"))]).toEqual([null, null]);
});

test("FS-1 (part): a packed text is shown as a text", async () => {
  await using dir = await tempWorkspace({
    "log.gz": gzipSync("one\ntwo\n"),
    "big.gz": gzipSync(Buffer.alloc(3 * 1024 * 1024, "line\n")),
    "cut.gz": gzipSync("x".repeat(10_000)).subarray(0, 20),
  });
  const see = (path: string): Promise<string> => told(read, { path, limit: 1 }, bench(dir.root));
  expect(await see("log.gz")).toBe("1\tone\n(1 more lines; go on with offset 2)");
  expect(await see("big.gz")).toStartWith("1\tline\n(419429 more lines; go on");
  expect(await see("cut.gz")).toStartWith("! Cannot read cut.gz: ");
});
