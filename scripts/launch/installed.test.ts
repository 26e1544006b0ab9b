import { expect, test } from "bun:test";
import { FakeRoot } from "./fake-root.ts";
import { isInstalled, sameTree } from "./installed.mjs";

test("PKG-1 (part): installed means made from the present lockfile", () => {
  using fake = new FakeRoot();
  expect(isInstalled(fake.root)).toBe(false);
  fake.install();
  expect(isInstalled(fake.root)).toBe(true);
  fake.write("package-lock.json", "{}");
  expect(isInstalled(fake.root)).toBe(false);
});

test("an install by hand counts when npm's own list agrees with the lockfile", () => {
  using fake = new FakeRoot();
  const list = (version: string) =>
    JSON.stringify({ packages: { "node_modules/tool": { version } } });
  fake.write("node_modules/.package-lock.json", list("1.0.0"));
  expect(isInstalled(fake.root)).toBe(true);
  fake.write("node_modules/.package-lock.json", list("1.0.1"));
  expect(isInstalled(fake.root)).toBe(false);
  fake.write("node_modules/.package-lock.json", "{ torn");
  expect(isInstalled(fake.root)).toBe(false);
});

test("trees agree except for optional packages that are not for this machine", () => {
  const wanted = {
    "": { version: "0.1.0" },
    "packages/a": { version: "0.1.0" },
    "node_modules/@squire/a": { resolved: "packages/a", link: true },
    "node_modules/x": { version: "1.0.0", integrity: "sha512-x" },
    "node_modules/native": { version: "1.0.0", optional: true },
  };
  const { "node_modules/native": _elsewhere, ...present } = wanted;
  expect(sameTree(wanted, present)).toBe(true);
  expect(sameTree(wanted, { ...present, "node_modules/left": { version: "1.0.0" } })).toBe(false);
  const { "node_modules/x": _gone, ...missing } = present;
  expect(sameTree(wanted, missing)).toBe(false);
  const swapped = { "node_modules/x": { version: "1.0.0", integrity: "sha512-other" } };
  expect(sameTree(wanted, { ...present, ...swapped })).toBe(false);
  expect(sameTree({}, {})).toBe(false);
});
