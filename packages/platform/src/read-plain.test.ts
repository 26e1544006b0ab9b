import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { truncateSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import { readPlain } from "./read-plain.ts";

const SMALL = { most: 10, links: "refuse" } as const;

test("a plain file is read whole up to a size, and not at all beyond it", async () => {
  await using dir = await tempWorkspace({ fits: "0123456789", over: "0123456789a", none: "" });
  const read = (name: string) => readPlain(dir.path(name), SMALL);
  expect(read("fits")).toEqual({ type: "bytes", bytes: new TextEncoder().encode("0123456789") });
  expect(read("none")).toEqual({ type: "bytes", bytes: new Uint8Array() });
  expect(read("over")).toEqual({ type: "unfit", why: "large" });
  // More than memory has.
  truncateSync(dir.path("over"), 2 ** 42);
  expect(read("over")).toEqual({ type: "unfit", why: "large" });
  expect(read("absent")).toEqual({ type: "missing" });
  expect(read("fits/below")).toEqual({ type: "missing" });
});

test("links, folders, pipes and devices are told from files, and none is waited for", async () => {
  if (process.platform === "win32") return;
  await using dir = await tempWorkspace({ "a/file": "x" });
  await symlink(dir.path("a/file"), dir.path("link"));
  await symlink(dir.path("loop"), dir.path("loop"));
  execFileSync("mkfifo", [dir.path("pipe")]);
  const read = (name: string, links: "follow" | "refuse") =>
    readPlain(dir.path(name), { most: 10, links });
  for (const links of ["follow", "refuse"] as const) {
    expect(read("a", links)).toEqual({ type: "unfit", why: "folder" });
    expect(read("pipe", links)).toEqual({ type: "unfit", why: "special" });
    expect(readPlain("/dev/zero", { most: 10, links })).toEqual({ type: "unfit", why: "special" });
  }
  expect(read("link", "refuse")).toEqual({ type: "unfit", why: "link" });
  expect(read("link", "follow").type).toBe("bytes");
  expect(read("loop", "follow")).toMatchObject({ type: "failed", error: { code: "ELOOP" } });
});

test("a file that says it is empty is bounded by what is in it", () => {
  if (process.platform !== "linux") return;
  const all = readPlain("/proc/self/maps", { most: 1_000_000, links: "follow" });
  expect(all.type === "bytes" && all.bytes.length).toBeGreaterThan(5_000);
  expect(readPlain("/proc/self/maps", SMALL)).toEqual({ type: "unfit", why: "large" });
});
