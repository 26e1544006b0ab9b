import { expect, test } from "bun:test";
import { repo } from "./fixture.ts";
import { hygiene } from "./hygiene.ts";

// In pieces, so that this file passes its own rule.
const folder = (name: string) => `/${name}/`;

test("paths of one machine and registry hosts are reported in any text file", () => {
  const files = repo({
    "docs/a.md": `first\nsee ${folder("work")}main`,
    "packages/a/src/b.ts": `const home = "${folder("root")}.squire";`,
    ".npmrc": `registry=https://${["registry", "npmjs", "org"].join(".")}`,
  });
  expect(hygiene(files).map(({ path, line }) => `${path}:${line}`)).toEqual([
    "docs/a.md:2",
    "packages/a/src/b.ts:1",
    ".npmrc:1",
  ]);
});

test("folders that only share the name pass", () => {
  const files = repo({
    "a.md": `src${folder("work")}x ~${folder("root")}y ./a${folder("work")} work/ root`,
  });
  expect(hygiene(files)).toEqual([]);
});
