import { expect, test } from "bun:test";
import { memoryDisk } from "@squire/testkit";
import type { JsonObject } from "@squire/protocol";
import { sealLine } from "./line.ts";
import { migrate } from "./migrate.ts";
import type { Migrations } from "./migrate.ts";
import { readLog } from "./read.ts";
import type { LogLine } from "./read.ts";

const LATER: Migrations = {
  version: 3,
  steps: {
    1: ({ name, ...entry }) => ({ ...entry, title: name ?? "?" }),
    2: (entry) => ({ ...entry, by: "user" }),
  },
};

async function fileOf(...lines: readonly JsonObject[]) {
  const disk = memoryDisk();
  const file = await disk.open("log", "w");
  let prev = "";
  for (const [at, line] of lines.entries()) {
    const sealed = sealLine(at === 0 ? line : { ...line, prev });
    prev = sealed.h;
    await file.append(sealed.bytes);
  }
  return disk;
}

async function read(disk: ReturnType<typeof memoryDisk>, migrations?: Migrations) {
  const lines: LogLine[] = [];
  for await (const line of readLog(disk, "log", migrations ? { migrations } : {})) lines.push(line);
  return lines;
}

const header = (version: number): JsonObject => ({
  type: "session",
  version,
  id: "s",
  cwd: "/",
  createdAt: 1,
});
const old = { type: "title", id: "e1", parentId: null, ts: 1, name: "old" };

test("SES-19: an entry goes through every step from its version on, the input stays as it is", () => {
  const entry = { type: "title", name: "x" };
  expect(migrate(entry, 1, LATER)).toEqual({ type: "title", title: "x", by: "user" });
  expect(migrate(entry, 2, LATER)).toEqual({ type: "title", name: "x", by: "user" });
  expect(migrate(entry, 3, LATER)).toBe(entry);
  expect(entry).toEqual({ type: "title", name: "x" });
});

test("SES-19: an older file is upgraded as it is read and not rewritten; new lines name their version", async () => {
  const fresh = { type: "title", id: "e2", parentId: "e1", ts: 2, v: 3, title: "new", by: "model" };
  const disk = await fileOf(header(1), old, fresh);
  const before = await disk.readFile("log");
  const lines = await read(disk, LATER);
  expect(lines.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
  expect(lines[1]).toMatchObject({ entry: { kind: "known", value: { title: "old", by: "user" } } });
  expect(lines[2]).toMatchObject({
    entry: { kind: "known", value: { title: "new", by: "model" } },
  });
  expect(await disk.readFile("log")).toEqual(before);
});

test("SES-19: a newer file, or a newer line in an older file, stops the reader", async () => {
  const newer = await read(await fileOf(header(2), old));
  expect(newer.map(({ problem }) => problem?.code)).toEqual(["version"]);
  const mixed = await read(await fileOf(header(1), { ...old, v: 2 }, old));
  expect(mixed.map(({ problem }) => problem?.code)).toEqual([undefined, "version"]);
});
