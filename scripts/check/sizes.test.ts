import { expect, test } from "bun:test";
import { repo } from "./fixture.ts";
import { largestFiles, sizes } from "./sizes.ts";

const lines = (count: number, line = "run();") => `${line}\n`.repeat(count);

test("a file of more than 400 lines is reported, tests too", () => {
  const files = repo({
    "packages/a/src/fine.ts": lines(400),
    "packages/a/src/grown.ts": lines(401),
    "packages/a/src/grown.test.ts": lines(500),
    "docs/long.md": lines(900),
  });
  expect(sizes(files)).toEqual([
    { path: "packages/a/src/grown.ts", message: "401 lines, at most 400: split it by idea." },
    { path: "packages/a/src/grown.test.ts", message: "500 lines, at most 400: split it by idea." },
  ]);
});

test("a component may have 200 lines", () => {
  const files = repo({
    "packages/tui/src/app.tsx": lines(201),
    "packages/tui/src/keys.ts": lines(201),
    "packages/web/src/app.ts": lines(201),
    "packages/web/src/app.test.ts": lines(201),
  });
  expect(sizes(files).map(({ path }) => path)).toEqual([
    "packages/tui/src/app.tsx",
    "packages/web/src/app.ts",
  ]);
});

test("data may be long only if there is nothing else", () => {
  const table = `import type { Row } from "./row.ts";\nexport const TABLE: readonly Row[] = [\n`;
  const rows = lines(500, `  { name: "a (b) => c", at: 1 },`);
  expect(sizes(repo({ "packages/a/src/table.ts": `${table}${rows}];\n` }))).toEqual([]);
  const mixed = `${table}${rows}];\nexport function find() {}\n`;
  expect(sizes(repo({ "packages/a/src/table.ts": mixed }))).toHaveLength(1);
});

test("the report names the largest files", () => {
  const files = repo({ "a.ts": lines(3), "b.ts": lines(9), "c.ts": lines(5), "d.md": lines(50) });
  expect(largestFiles(files, 2)).toEqual(["b.ts 9", "c.ts 5"]);
});
