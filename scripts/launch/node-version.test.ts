import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { nodeProblem } from "./node-version.mjs";

test("PKG-1 (part): an old Node is told which one is needed", () => {
  expect(nodeProblem("18.20.4")).toContain("needs Node 20 or newer to start; this is Node 18.20.4");
  expect(nodeProblem("9.0.0")).not.toBeNull();
  expect(nodeProblem("20.0.0")).toBeNull();
  expect(nodeProblem("26.1.0")).toBeNull();
});

test("what runs before the version check has no syntax that an old Node cannot parse", () => {
  for (const name of ["../launch.mjs", "node-version.mjs"]) {
    const source = readFileSync(join(import.meta.dir, name), "utf8");
    expect(source).not.toMatch(/\?\?|\?\.|\bawait\b|=>|"node:/);
  }
});
