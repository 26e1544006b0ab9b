import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { isDead, withInstallLock } from "./install-lock.mjs";

const quick = { pollMs: 1, say: () => undefined };

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "squire-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("two launchers never install at the same time", async () => {
  const lock = join(folder, "install.lock");
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
  };
  await Promise.all([1, 2, 3].map(() => withInstallLock(lock, work, quick)));
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock is released when the work fails", async () => {
  const lock = join(folder, "install.lock");
  const failing = withInstallLock(lock, () => Promise.reject(new Error("no")), quick);
  expect(failing).rejects.toThrow("no");
  await failing.catch(() => undefined);
  expect(existsSync(lock)).toBe(false);
});

test("the lock of a process that is gone is taken over once", async () => {
  const lock = join(folder, "install.lock");
  mkdirSync(lock);
  const owner = { pid: 2 ** 30, host: hostname(), nonce: "gone" };
  writeFileSync(join(lock, "owner.json"), JSON.stringify(owner));
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} in`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} out`);
  };
  await Promise.all([
    withInstallLock(lock, work("a"), quick),
    withInstallLock(lock, work("b"), quick),
  ]);
  expect(order).toHaveLength(4);
  expect(order[0]?.slice(0, 1)).toBe(order[1]?.slice(0, 1) ?? "");
  expect(readdirSync(folder)).toEqual([]);
});

test("an owner is dead when its process is gone or its heart has stopped", () => {
  const holder = { pid: 7, host: hostname(), nonce: "n", beatAt: 1_000_000 };
  const alive = () => true;
  const gone = () => false;
  expect(isDead(holder, 1_001_000, alive)).toBe(false);
  expect(isDead(holder, 1_001_000, gone)).toBe(true);
  expect(isDead(holder, 1_031_000, alive)).toBe(true);
  // The process table of another machine says nothing.
  expect(isDead({ ...holder, host: "elsewhere" }, 1_001_000, gone)).toBe(false);
  expect(isDead({ ...holder, pid: 0 }, 1_001_000, gone)).toBe(false);
});
