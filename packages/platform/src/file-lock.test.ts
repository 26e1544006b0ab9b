import { expect, test } from "bun:test";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { openFileLock } from "./file-lock.ts";

function tempFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "squire-lock-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test("alone excludes everybody, shared only those who want to be alone", () => {
  using folder = tempFolder();
  const path = join(folder.path, "deep", "lock");
  using one = openFileLock(path);
  using two = openFileLock(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);

  expect(one.take("shared")).toBe(true);
  expect(two.take("alone")).toBe(false);
  expect(two.take("shared")).toBe(true);
  one.release();
  expect(one.take("alone")).toBe(false);
  two.release();
  expect(one.take("alone")).toBe(true);
  expect(two.take("shared")).toBe(false);
  expect(() => one.take("shared")).toThrow("already");
  one.release();
  one.release();
  expect(statSync(path).size).toBe(0);
});

test("waiting ends with the lock, or with the time", async () => {
  using folder = tempFolder();
  const path = join(folder.path, "lock");
  using one = openFileLock(path);
  using two = openFileLock(path);
  one.take("alone");
  expect(await two.wait("alone", 5)).toBe(false);
  const waiting = two.wait("alone", 60_000);
  one.release();
  expect(await waiting).toBe(true);
});

/** A process that takes a lock, forgets it, opens it once more, and says so. */
function holder(path: string): ChildProcessByStdio<null, Readable, null> {
  const code = `
    import { openFileLock } from ${JSON.stringify(join(import.meta.dir, "file-lock.ts"))};
    const taken = openFileLock(${JSON.stringify(path)}).take("alone");
    openFileLock(${JSON.stringify(path)})[Symbol.dispose]();
    Bun.gc(true);
    console.log(taken);
    setInterval(() => {}, 1_000);
  `;
  return spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
}

test("a lock is held until the process dies, and no longer", async () => {
  using folder = tempFolder();
  const path = join(folder.path, "lock");
  const child = holder(path);
  using _end = { [Symbol.dispose]: () => void child.kill("SIGKILL") };
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toContain("true");
  using lock = openFileLock(path);
  expect(lock.take("alone")).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(lock.take("alone")).toBe(true);
});
