import { stat } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import { nodeTreeDisk } from "../snapshots/node-tree-disk.ts";
import { CHANGING_CALLS, faultTree } from "../snapshots/testing/fault-tree.ts";
import { memoryTree, type MemoryTree } from "../snapshots/testing/memory-tree.ts";
import { hands } from "../snapshots/testing/workbench.ts";
import type { TreeDisk } from "../snapshots/tree-disk.ts";
import { artifactsFolder } from "./artifact.ts";
import { openArtifacts, type ArtifactStore } from "./store.ts";

const FOLDER = "/s/log.artifacts";
const INFO = { tool: "bash", contentType: "text/plain" };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function artifactsOn(disk: TreeDisk, now = 5): ArtifactStore {
  let count = 0;
  return openArtifacts({ disk, clock: { now: () => now }, ids: () => `${now}-${++count}` }, FOLDER);
}

async function textOf(store: ArtifactStore, id: string): Promise<string> {
  const read = await store.read(id, { offset: 0, limit: 1000 });
  return read.kind === "found" ? new TextDecoder().decode(read.bytes) : read.kind;
}

describe("URL-2: artifacts", () => {
  test("URL-2: an artifact lies beside its log under a name made of its content", async () => {
    expect(artifactsFolder("/h/sessions/p/2030_x.jsonl")).toBe("/h/sessions/p/2030_x.artifacts");
    const store = artifactsOn(memoryTree());
    const kept = await store.put(INFO, bytes("hello"));
    const sha256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    expect(kept).toEqual({
      id: `art_${sha256.slice(0, 32)}`,
      ...INFO,
      size: 5,
      sha256,
      createdAt: 5,
    });
    expect(await store.find(kept.id)).toEqual(kept);
    expect(await textOf(store, kept.id)).toBe("hello");
  });

  test("URL-2: the same content is kept once, with its first description", async () => {
    const disk = memoryTree();
    const first = await artifactsOn(disk, 1).put(INFO, bytes("same"));
    const store = artifactsOn(disk, 2);
    expect(await store.put({ tool: "web", contentType: "text/html" }, bytes("same"))).toEqual(
      first,
    );
    await store.put(INFO, bytes("another"));
    expect((await store.list()).map(({ size }) => size)).toEqual([4, 7]);
    expect(await store.usage()).toEqual({ count: 2, bytes: 11 });
  });

  test("URL-2: read by parts and by lines", async () => {
    const store = artifactsOn(memoryTree());
    const { id } = await store.put(INFO, bytes("one\r\ntwo\nthree"));
    expect(await store.read(id, { offset: 5, limit: 3 })).toMatchObject({
      bytes: bytes("two"),
      nextOffset: 8,
    });
    expect(await store.read(id, { offset: 9, limit: 99 })).toMatchObject({
      bytes: bytes("three"),
      nextOffset: null,
    });
    expect(await store.read(id, { offset: 99, limit: 9 })).toMatchObject({ nextOffset: null });
    expect(await store.readLines(id, { from: 1, count: 2 })).toMatchObject({
      lines: ["one", "two"],
      nextLine: 3,
    });
    expect(await store.readLines(id, { from: 3, count: 2 })).toMatchObject({
      lines: ["three"],
      nextLine: null,
    });
  });

  test("URL-2: lines across chunks come whole, endless ones are cut", async () => {
    const store = artifactsOn(memoryTree());
    const line = "é".repeat(20_000);
    const { id } = await store.put(INFO, bytes(`${line}\n${line}\n${"x".repeat(300_000)}\nend`));
    const read = await store.readLines(id, { from: 2, count: 9 });
    if (read.kind !== "found") throw new Error(read.kind);
    expect(read.lines[0]).toBe(line);
    expect(read.lines[1]?.length).toBe(64 * 1024 + 1);
    expect(read.lines[2]).toBe("end");
  });

  test("URL-2: damage is reported, also when it happens after a first reading", async () => {
    const disk = memoryTree();
    const store = artifactsOn(disk);
    const { id } = await store.put(INFO, bytes("hello"));
    expect(await textOf(store, id)).toBe("hello");
    await hands(disk, FOLDER).write(`${id}.data`, "jello");
    expect(await store.read(id, { offset: 0, limit: 9 })).toEqual({
      kind: "damaged",
      message: expect.stringContaining(id),
    });
    expect((await store.readLines(id, { from: 1, count: 1 })).kind).toBe("damaged");
    await store.put(INFO, bytes("hello"));
    expect(await textOf(store, id)).toBe("hello");
  });

  test.each(["", "art_", "../../etc/passwd", `art_${"0".repeat(31)}/`, `art_${"0".repeat(32)}`])(
    "SEC-6: %p is no artifact",
    async (id) => {
      const store = artifactsOn(memoryTree());
      expect(await store.find(id)).toBeNull();
      expect(await store.read(id, { offset: 0, limit: 1 })).toEqual({ kind: "missing" });
    },
  );

  test("S27: files are 0600 in a folder that is 0700, whatever the umask", async () => {
    await using temp = await tempWorkspace();
    const folder = temp.path("deep/log.artifacts");
    const before = process.umask(0);
    try {
      const ports = { disk: nodeTreeDisk(), clock: { now: () => 1 }, ids: () => "t" };
      const { id } = await openArtifacts(ports, folder).put(INFO, bytes("secret"));
      for (const name of ["data", "json"]) {
        expect((await stat(`${folder}/${id}.${name}`)).mode & 0o777).toBe(0o600);
      }
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(before);
    }
  });
});

describe("PKG-6: artifacts and bad luck", () => {
  async function keepTwoParts(disk: TreeDisk): Promise<void> {
    const writer = await artifactsOn(disk).create(INFO);
    await writer.write(bytes("first, "));
    await writer.write(bytes("second"));
    await writer.finish();
  }

  async function calls(): Promise<number> {
    const counted = faultTree(memoryTree(), { at: Infinity, type: "fail", on: CHANGING_CALLS });
    await keepTwoParts(counted).catch(() => {});
    return counted.calls.length;
  }

  /** Either nothing or all of it is found, and the next attempt works. */
  async function checkAfter(disk: MemoryTree): Promise<number> {
    const store = artifactsOn(disk, 9);
    const found = await store.list();
    for (const { id } of found) expect(await textOf(store, id)).toBe("first, second");
    await store.sweep();
    await keepTwoParts(disk);
    expect((await store.list()).length).toBe(1);
    return found.length;
  }

  test("URL-2 PKG-6: the power goes at any call: all of it is there or nothing is", async () => {
    const count = await calls();
    expect(count).toBeGreaterThan(10);
    for (let at = 1; at <= count; at++) {
      const disk = memoryTree();
      const dying = faultTree(disk, { at, type: "crash", on: CHANGING_CALLS });
      await rejectionOf(keepTwoParts(dying));
      disk.crash();
      await checkAfter(disk);
    }
    const disk = memoryTree();
    await keepTwoParts(disk);
    disk.crash();
    expect(await checkAfter(disk)).toBe(1);
  });

  test("URL-2 PKG-6: the disk is full at any call: it is said, and nothing is left behind", async () => {
    const count = await calls();
    for (let at = 1; at <= count; at++) {
      const disk = memoryTree();
      const full = faultTree(disk, { at, type: "fail", code: "ENOSPC", on: CHANGING_CALLS });
      await rejectionOf(keepTwoParts(full));
      await checkAfter(disk);
      const folder = await disk.openFolder(FOLDER);
      expect((await folder.names()).filter((name) => name.startsWith(".tmp"))).toEqual([]);
    }
  });
});
