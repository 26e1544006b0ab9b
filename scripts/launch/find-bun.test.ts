import { chmodSync, mkdirSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "bun:test";
import { FakeRoot } from "./fake-root.ts";
import { bunCandidates, findBun } from "./find-bun.mjs";

const LINUX = { platform: "linux", arch: "x64" };

function program(fake: FakeRoot, name: string, size = 2_000_000): string {
  mkdirSync(dirname(fake.path(name)), { recursive: true });
  fake.write(name, "#!/bin/sh\nexit 3\n");
  truncateSync(fake.path(name), size);
  chmodSync(fake.path(name), 0o755);
  return fake.path(name);
}

test("PKG-1 (part): Bun is found where its install script puts it", () => {
  using fake = new FakeRoot();
  const placed = program(fake, "node_modules/bun/bin/bun.exe");
  expect(bunCandidates(fake.root, LINUX)).toEqual([placed]);
});

test("PKG-1 (part): with blocked install scripts Bun is found in its platform package", () => {
  using fake = new FakeRoot();
  program(fake, "node_modules/bun/bin/bun.exe", 450);
  const plain = program(fake, "node_modules/@oven/bun-linux-x64/bin/bun");
  const musl = program(fake, "node_modules/@oven/bun-linux-x64-musl/bin/bun");
  const arm = program(fake, "node_modules/@oven/bun-darwin-aarch64/bin/bun");
  const windows = program(fake, "node_modules/@oven/bun-windows-x64/bin/bun.exe");
  expect(bunCandidates(fake.root, LINUX)).toEqual([plain, musl]);
  expect(bunCandidates(fake.root, { platform: "darwin", arch: "arm64" })).toEqual([arm]);
  expect(bunCandidates(fake.root, { platform: "win32", arch: "x64" })).toEqual([windows]);
});

test("of several programs the first that runs is taken; none at all is explained", () => {
  using fake = new FakeRoot();
  expect(() => findBun(fake.root)).toThrow(/Bun is not installed for this machine.*\n.*optional/);
  program(fake, "node_modules/@oven/bun-linux-x64/bin/bun");
  program(fake, "node_modules/@oven/bun-linux-aarch64/bin/bun");
  fake.install();
  expect(findBun(fake.root)).toBe(fake.path("node_modules/bun/bin/bun.exe"));
});
