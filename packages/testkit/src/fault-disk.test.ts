import { expect, test } from "bun:test";
import { nodeDisk } from "@squire/platform";
import type { Disk } from "@squire/platform";
import { DiskCrash, faultDisk } from "./fault-disk.ts";
import type { DiskFault } from "./fault-disk.ts";
import { memoryDisk } from "./memory-disk.ts";
import { rejectionOf } from "./rejection.ts";
import { tempWorkspace } from "./temp-workspace.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = async (disk: Disk, path: string): Promise<string> =>
  new TextDecoder().decode(await disk.readFile(path));

/** A log as it should be written: a line counts only once it was synced. */
async function appendLines(disk: Disk, lines: readonly string[], sync = true): Promise<string[]> {
  const confirmed: string[] = [];
  const log = await disk.open("log", "a");
  try {
    for (const line of lines) {
      await log.append(bytes(line));
      if (sync) await log.fsync();
      confirmed.push(line);
    }
  } catch (error) {
    if (!(error instanceof DiskCrash)) throw error;
  } finally {
    await log.close();
  }
  return confirmed;
}

/** Runs the log with a crash at each of its calls, then a power cut; what was confirmed and lost. */
async function lostLines(sync: boolean): Promise<readonly string[]> {
  const lines = ["one\n", "two\n", "three\n"];
  const counted = faultDisk(memoryDisk());
  await appendLines(counted, lines, sync);
  const lost: string[] = [];
  for (let at = 2; at <= counted.calls.length + 1; at++) {
    const memory = memoryDisk();
    await (await memory.open("log", "w")).fsync();
    const confirmed = await appendLines(faultDisk(memory, [{ type: "crash", at }]), lines, sync);
    memory.crash();
    const kept = await read(memory, "log");
    lost.push(...confirmed.filter((line) => !kept.includes(line)));
  }
  return lost;
}

test("PKG-6: a synced log loses no confirmed line, wherever it is killed", async () => {
  expect(await lostLines(true)).toEqual([]);
});

test("PKG-6: the same log without its fsync is caught losing lines", async () => {
  expect(await lostLines(false)).not.toEqual([]);
});

test("calls are counted in order, failed ones too; reading and closing are not", async () => {
  const disk = faultDisk(memoryDisk(), [{ type: "fail", at: 5, code: "EIO" }]);
  await disk.mkdir("/d");
  const file = await disk.open("/d/f", "w");
  await file.append(bytes("x"));
  await file.write(bytes("y"), 0);
  expect(String(await rejectionOf(file.truncate(0)))).toContain("EIO");
  await file.truncate(1);
  await file.fsync();
  await file.close();
  await disk.rename("/d/f", "/d/g");
  await disk.truncate("/d/g", 0);
  await disk.fsyncDir("/d");
  await disk.unlink("/d/g");
  await disk.readdir("/d");
  await disk.stat("/d");

  expect(disk.calls.map(({ operation, path }) => `${operation} ${path}`)).toEqual([
    "mkdir /d",
    "open /d/f",
    "append /d/f",
    "write /d/f",
    "truncate /d/f",
    "truncate /d/f",
    "fsync /d/f",
    "rename /d/f",
    "truncate /d/g",
    "fsyncDir /d",
    "unlink /d/g",
  ]);
  expect(disk.crashed).toBe(false);
});

test.each(["ENOSPC", "EIO", "EROFS"] as const)(
  "PKG-6: %s hits the chosen call once",
  async (code) => {
    const memory = memoryDisk();
    const disk = faultDisk(memory, [{ type: "fail", on: "append", at: 2, code }]);
    const file = await disk.open("f", "a");
    await file.append(bytes("a"));
    expect(await rejectionOf(file.append(bytes("b")))).toMatchObject({ code });
    await file.append(bytes("c"));

    expect(await read(memory, "f")).toBe("ac");
  },
);

test("PKG-6: a disk that is full stays full", async () => {
  const plan: DiskFault[] = [{ type: "fail", on: "append", at: 2, code: "ENOSPC", lasting: true }];
  const disk = faultDisk(memoryDisk(), plan);
  const file = await disk.open("f", "a");
  await file.append(bytes("a"));
  for (let turn = 0; turn < 3; turn++) {
    expect(await rejectionOf(file.append(bytes("b")))).toMatchObject({ code: "ENOSPC" });
  }
  await file.fsync();
  expect(await read(disk, "f")).toBe("a");
});

test("PKG-6: a torn write leaves its first bytes, on the real disk too", async () => {
  await using dir = await tempWorkspace();
  const plan: DiskFault[] = [{ type: "tear", on: "append", at: 2, bytes: 3, end: "ENOSPC" }];
  const disk = faultDisk(nodeDisk(), plan);
  const file = await disk.open(dir.path("log"), "a");
  await file.append(bytes("first\n"));
  expect(await rejectionOf(file.append(bytes("second\n")))).toMatchObject({ code: "ENOSPC" });
  await file.close();

  expect(await dir.read("log")).toBe("first\nsec");
});

test("PKG-6: after a crash nothing reaches the disk, and every call says so", async () => {
  const memory = memoryDisk();
  const disk = faultDisk(memory, [{ type: "tear", at: 3, bytes: 1, end: "crash" }]);
  const file = await disk.open("f", "a");
  await file.fsync();
  expect(await rejectionOf(file.append(bytes("xyz")))).toBeInstanceOf(DiskCrash);
  expect(disk.crashed).toBe(true);

  for (const dead of [
    () => file.append(bytes("more")),
    () => file.fsync(),
    () => disk.open("g", "w"),
    () => disk.readFile("f"),
    () => disk.unlink("f"),
  ]) {
    expect(String(await rejectionOf(dead()))).toContain("died at append 'f'");
  }
  expect(await read(memory, "f")).toBe("x");
  memory.crash();
  expect(await read(memory, "f")).toBe("");
});

test("a tear at a call that writes nothing just ends it", async () => {
  const disk = faultDisk(memoryDisk(), [{ type: "tear", at: 2, bytes: 1, end: "EIO" }]);
  const file = await disk.open("f", "w");

  expect(await rejectionOf(file.fsync())).toMatchObject({ code: "EIO" });
});
