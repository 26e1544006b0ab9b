import { expect, test } from "bun:test";
import { repo } from "./fixture.ts";
import { packages } from "./packages.ts";

test("a package without a README, a manifest or an index is reported", () => {
  const files = repo({
    "packages/whole/README.md": "",
    "packages/whole/package.json": "{}",
    "packages/whole/src/index.ts": "",
    "packages/half/src/index.ts": "",
  });
  expect(packages(files).map(({ path }) => path)).toEqual([
    "packages/half/README.md",
    "packages/half/package.json",
  ]);
});
