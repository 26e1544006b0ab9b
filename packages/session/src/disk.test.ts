import { expect, test } from "bun:test";
import { memoryDisk, rejectionOf, tempWorkspace } from "@squire/testkit";
import { diskCode, ifThere, nodeDisk } from "./disk.ts";
import type { Disk } from "./disk.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("the testkit's memory disk has every operation of the real one", () => {
  const memory: Disk = memoryDisk();
  const operations = Object.keys(nodeDisk());
  expect(operations).toContain("fsyncDir");
  expect(operations.filter((name) => typeof Reflect.get(memory, name) !== "function")).toEqual([]);
});

test("SEC-4 (part): the real disk reads and writes at positions; what it makes is private", async () => {
  await using dir = await tempWorkspace();
  const disk = nodeDisk();
  await disk.mkdir(dir.path("a/b"));
  const path = dir.path("a/b/f");
  const file = await disk.open(path, "wx");
  await file.append(bytes("hello"));
  await file.write(bytes("J"), 0);
  await file.fsync();
  await file.close();
  const log = await disk.open(path, "a");
  await log.append(bytes("!"));
  expect(diskCode(await rejectionOf(log.write(bytes("x"), 0)))).toBe("EINVAL");
  await log.truncate(3);
  await log.close();
  const reader = await disk.open(path, "r");
  expect(await reader.read(1, 10)).toEqual(bytes("el"));
  await reader.close();
  expect(await disk.stat(path)).toMatchObject({ size: 3, isDirectory: false, mode: 0o600 });
  expect((await disk.stat(dir.path("a/b"))).mode).toBe(0o700);
  await disk.fsyncDir(dir.path("a/b"));
  await disk.rename(path, dir.path("a/g"));
  expect(await disk.readdir(dir.path("a"))).toEqual(["b", "g"]);
  await disk.truncate(dir.path("a/g"), 1);
  expect(await disk.readFile(dir.path("a/g"))).toEqual(bytes("J"));
  await disk.unlink(dir.path("a/g"));
  expect(await ifThere(disk.stat(dir.path("a/g")))).toBeNull();
});
