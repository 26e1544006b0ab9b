import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { nodeDisk } from "@squire/platform";
import type { Disk } from "@squire/platform";
import { memoryDisk } from "./memory-disk.ts";
import { tempWorkspace } from "./temp-workspace.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = async (disk: Disk, path: string): Promise<string> =>
  new TextDecoder().decode(await disk.readFile(path));

async function put(disk: Disk, path: string, content: string): Promise<void> {
  const file = await disk.open(path, "w");
  await file.append(bytes(content));
  await file.fsync();
  await file.close();
}

describe.each(["real", "memory"] as const)("the %s disk", (kind) => {
  async function run(use: (disk: Disk, root: string) => Promise<void>): Promise<void> {
    await using dir = await tempWorkspace();
    const disk = kind === "real" ? nodeDisk() : memoryDisk();
    await disk.mkdir(dir.path("home"));
    await use(disk, dir.path("home"));
  }

  test("appends, overwrites, truncates and reads", () =>
    run(async (disk, root) => {
      await put(disk, `${root}/f`, "hello");
      const log = await disk.open(`${root}/f`, "a");
      await log.append(bytes(" world"));
      await log.close();
      const edit = await disk.open(`${root}/f`, "r+");
      await edit.write(bytes("J"), 0);
      await edit.write(bytes("!"), 13);
      await edit.append(bytes("?"));
      expect(await edit.read(1, 4)).toEqual(bytes("ello"));
      expect(await edit.read(14, 9)).toEqual(bytes("?"));
      expect(await edit.read(20, 9)).toEqual(bytes(""));
      const target: Uint8Array = new Uint8Array(4);
      expect(disk.readNow(`${root}/f`, 1, target)).toBe(4);
      expect(target).toEqual(bytes("ello"));
      expect(disk.readNow(`${root}/f`, 14, target)).toBe(1);
      expect(target).toEqual(bytes("?llo"));
      expect(() => disk.readNow(`${root}/none`, 0, target)).toThrow("ENOENT");
      await edit.close();
      expect(await text(disk, `${root}/f`)).toBe("Jello world\0\0!?");
      await disk.truncate(`${root}/f`, 5);
      expect(await text(disk, `${root}/f`)).toBe("Jello");
      const cut = await disk.open(`${root}/f`, "r+");
      await cut.truncate(2);
      await cut.close();
      expect(await disk.stat(`${root}/f`)).toMatchObject({
        size: 2,
        isDirectory: false,
        mode: 0o600,
      });
    }));

  test("names are made, listed, moved and removed", () =>
    run(async (disk, root) => {
      await disk.mkdir(`${root}/a/b`);
      await disk.mkdir(`${root}/a/b`);
      expect((await disk.stat(`${root}/a`)).isDirectory).toBe(true);
      expect((await disk.stat(`${root}/a/b`)).mode).toBe(0o700);
      await put(disk, `${root}/old`, "1");
      await put(disk, `${root}/a/new`, "2");
      await disk.rename(`${root}/old`, `${root}/a/new`);
      await disk.fsyncDir(`${root}/a`);
      expect(await text(disk, `${root}/a/new`)).toBe("1");
      expect(await disk.readdir(`${root}/a`)).toEqual(["b", "new"]);
      await disk.unlink(`${root}/a/new`);
      expect(await disk.readdir(root)).toEqual(["a"]);
    }));

  test("a folder moves and goes with everything in it", () =>
    run(async (disk, root) => {
      await disk.mkdir(`${root}/a/b`);
      await disk.mkdir(`${root}/full/x`);
      await put(disk, `${root}/a/b/f`, "1");
      await put(disk, `${root}/ab`, "2");
      await disk.rename(`${root}/a`, `${root}/c`);
      expect(await text(disk, `${root}/c/b/f`)).toBe("1");
      expect(await disk.readdir(root)).toEqual(["ab", "c", "full"]);
      const onto = await disk.rename(`${root}/c`, `${root}/full`).then(() => "fine", codeOf);
      expect(onto).toBe("ENOTEMPTY");
      await disk.remove(`${root}/c`);
      await disk.remove(`${root}/ab`);
      await disk.remove(`${root}/none`);
      expect(await disk.readdir(root)).toEqual(["full"]);
    }));

  test("refuses what cannot be with the usual codes", () =>
    run(async (disk, root) => {
      await put(disk, `${root}/f`, "1");
      const codes = await Promise.all(
        [
          disk.open(`${root}/none`, "r"),
          disk.open(`${root}/none`, "r+"),
          disk.open(`${root}/no/where`, "a"),
          disk.readFile(`${root}/none`),
          disk.stat(`${root}/none`),
          disk.readdir(`${root}/none`),
          disk.unlink(`${root}/none`),
          disk.truncate(`${root}/none`, 0),
          disk.rename(`${root}/none`, `${root}/x`),
          disk.rename(`${root}/f`, `${root}/no/where`),
          disk.fsyncDir(`${root}/none`),
          disk.open(`${root}/f`, "wx"),
          disk.mkdir(`${root}/f`),
          disk.open(root, "w"),
          disk.rename(`${root}/f`, root),
        ].map((failing) => failing.then(() => "fine", codeOf)),
      );
      expect(codes).toEqual([
        ...Array.from({ length: 11 }, () => "ENOENT"),
        "EEXIST",
        "EEXIST",
        "EISDIR",
        kind === "real" ? expect.any(String) : "EISDIR",
      ]);
    }));

  test("a handle does only what it was opened for", () =>
    run(async (disk, root) => {
      await put(disk, `${root}/f`, "1");
      const log = await disk.open(`${root}/f`, "a");
      expect(await log.write(bytes("x"), 0).then(() => "fine", codeOf)).toBe("EINVAL");
      await log.close();
      expect(await log.append(bytes("x")).then(() => "fine", codeOf)).toBe("EBADF");
      const reader = await disk.open(`${root}/f`, "r");
      expect(await reader.append(bytes("x")).then(() => "fine", codeOf)).toBe("EBADF");
      await reader.close();
      expect(await text(disk, `${root}/f`)).toBe("1");
    }));
});

test("PKG-6: a power cut keeps synced bytes and loses the rest", async () => {
  const disk = memoryDisk();
  const log = await disk.open("log", "a");
  await log.append(bytes("one\n"));
  await log.fsync();
  await log.append(bytes("two\n"));
  expect(await text(disk, "log")).toBe("one\ntwo\n");

  disk.crash();
  expect(await text(disk, "log")).toBe("one\n");
  expect(await log.append(bytes("three\n")).then(() => "fine", codeOf)).toBe("EBADF");
});

test("PKG-6: a power cut can leave any part of the unsynced bytes", async () => {
  for (let keep = 0; keep <= 9; keep++) {
    const disk = memoryDisk();
    const file = await disk.open("f", "w");
    await file.append(bytes("abcd"));
    await file.fsync();
    await file.write(bytes("XY"), 1);
    await file.truncate(3);
    await file.append(bytes("end"));
    disk.crash({ keepUnsynced: keep });
    const left = ["abcd", "aXcd", "aXYd", "aXYe", "aXYen", "aXYend"];
    expect(await text(disk, "f")).toBe(left[Math.min(keep, 5)] ?? "");
  }
});

test("PKG-6: a file never synced is gone after a power cut, a rename needs its folder synced", async () => {
  const disk = memoryDisk();
  await disk.mkdir("/d");
  await (await disk.open("/d/unsynced", "w")).append(bytes("x"));
  await put(disk, "/d/file", "old");
  await put(disk, "/d/file.tmp", "new");
  await disk.rename("/d/file.tmp", "/d/file");
  disk.crash();
  expect(await disk.readdir("/d")).toEqual(["file", "file.tmp"]);
  expect(await text(disk, "/d/file")).toBe("old");

  await disk.rename("/d/file.tmp", "/d/file");
  await disk.fsyncDir("/d");
  disk.crash();
  expect(await disk.readdir("/d")).toEqual(["file"]);
  expect(await text(disk, "/d/file")).toBe("new");
  await disk.unlink("/d/file");
  disk.crash();
  expect(await disk.readdir("/d")).toEqual(["file"]);
});

test("PKG-6: a rename before the bytes are synced leaves an empty file", async () => {
  const disk = memoryDisk();
  await (await disk.open("f.tmp", "w")).append(bytes("new"));
  await disk.rename("f.tmp", "f");
  await disk.fsyncDir(".");
  disk.crash();

  expect(await text(disk, "f")).toBe("");
});

test("the memory disk and a plain model of bytes agree on any sequence of writes", async () => {
  const step = fc.oneof(
    fc.record({
      type: fc.constant("write" as const),
      at: fc.nat(12),
      data: fc.uint8Array({ maxLength: 6 }),
    }),
    fc.record({ type: fc.constant("truncate" as const), at: fc.nat(12) }),
    fc.constant({ type: "fsync" as const }),
    fc.constant({ type: "crash" as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const disk = memoryDisk();
      await put(disk, "f", "");
      let now: number[] = [];
      let safe: number[] = [];
      for (const action of steps) {
        const file = await disk.open("f", "r+");
        if (action.type === "write") {
          await file.write(action.data, action.at);
          while (now.length < action.at && action.data.length > 0) now.push(0);
          now.splice(action.at, action.data.length, ...action.data);
        } else if (action.type === "truncate") {
          await file.truncate(action.at);
          now = Array.from({ length: action.at }, (_, at) => now[at] ?? 0);
        } else if (action.type === "fsync") {
          await file.fsync();
          safe = [...now];
        } else {
          disk.crash();
          now = [...safe];
        }
        expect([...(await disk.readFile("f"))]).toEqual(now);
      }
    }),
    { numRuns: 60 },
  );
});

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : error;
}
