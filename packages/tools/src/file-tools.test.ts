import { describe, expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { deleteTool } from "./delete/delete.ts";
import { fileTools } from "./file-tools.ts";
import { servicesFor } from "./testing/services.ts";
import { bench, told } from "./testing/try-tool.ts";
import { readTool } from "./read/read.ts";
import { writeTool } from "./write/write.ts";

test("FS-7: where nothing may be written there are only tools that read", async () => {
  await using dir = await tempWorkspace();
  const services = await servicesFor(dir.root);
  const readers = fileTools(services, { allowWrite: false });
  expect(readers.map(({ name }) => name)).toEqual(["read", "ls", "tree", "stat"]);
  expect(readers.every(({ effect }) => effect === "read")).toBe(true);
  const added = fileTools(services).slice(readers.length);
  expect(added.map(({ effect }) => effect)).toEqual(added.map(() => "write"));
});

test("FS-11: the tools work on whatever files they are given", async () => {
  await using dir = await tempWorkspace({ "a.txt": "on the disk" });
  const services = await servicesFor(dir.root);
  const buffer = Buffer.from("in the editor");
  const written: string[] = [];
  const files = Object.assign(Object.create(services.files), {
    place: (path: string) => services.files.place(path),
    entry: (path: string) => services.files.entry(path),
    look: (place: never) => services.files.look(place),
    begin: () => Promise.resolve({ bytes: buffer, size: buffer.length, hash: "h" }),
    replace: (_: unknown, bytes: Uint8Array) => {
      written.push(Buffer.from(bytes).toString());
      return Promise.resolve();
    },
  });
  const redirected = { ...services, files };
  expect(await told(readTool(redirected), { path: "a.txt" }, bench(dir.root))).toBe(
    "1\tin the editor",
  );
  const args = { path: "a.txt", content: "new" };
  expect(await told(writeTool(redirected), args, bench(dir.root))).toStartWith("Overwrote a.txt");
  expect([written, await dir.read("a.txt")]).toEqual([["new"], "on the disk"]);
});

describe("FS-10: a file that changed since the model saw it", () => {
  test("FS-10: is not overwritten; reading it again helps", async () => {
    await using dir = await tempWorkspace({ "a.txt": "one" });
    const services = await servicesFor(dir.root);
    const [read, write] = [readTool(services), writeTool(services)];
    const context = bench(dir.root);
    const put = (content: string) => told(write, { path: "a.txt", content }, context);
    // Never seen: whoever writes the whole file need not know what was there.
    expect(await put("two")).toStartWith("Overwrote");
    // What it wrote itself it has seen.
    expect(await put("three")).toStartWith("Overwrote");
    await dir.write("a.txt", "by the user");
    expect(await put("four")).toBe(
      "! stale, re-read: a.txt has changed on disk since you last saw it. Read it again, then repeat the change.",
    );
    expect(await dir.read("a.txt")).toBe("by the user");
    expect(await told(read, { path: "a.txt" }, context)).toBe("1\tby the user");
    expect(await put("four")).toStartWith("Overwrote");
    expect(services.changes).toEqual(Array.from({ length: 3 }, () => [dir.path("a.txt")]));
  });

  test("FS-10: where it is gone, a new one can be written", async () => {
    await using dir = await tempWorkspace({ "a.txt": "one" });
    const services = await servicesFor(dir.root);
    const [read, write, remove] = [readTool(services), writeTool(services), deleteTool(services)];
    await told(read, { path: "a.txt" }, bench(dir.root));
    await told(remove, { path: "a.txt" }, bench(dir.root));
    const args = { path: "a.txt", content: "x" };
    expect(await told(write, args, bench(dir.root))).toStartWith("Created a.txt");
  });
});
