import { expect, test } from "bun:test";
import { repo } from "./fixture.ts";
import { lockfile } from "./lockfile.ts";

test("an address in the lockfile is reported, links to our own packages are not", () => {
  const text = `{\n  "resolved": "packages/cli",\n  "resolved": "https://example.test/x.tgz"\n}`;
  expect(lockfile(repo({ "package-lock.json": text }))).toEqual([
    {
      path: "package-lock.json",
      line: 3,
      message: expect.stringContaining("an address in the lockfile"),
    },
  ]);
  expect(lockfile(repo({ "other.json": text }))).toEqual([]);
});
