import { expect, test } from "bun:test";
import { borders } from "./borders.ts";
import { repo } from "./fixture.ts";

const messages = (texts: Record<string, string>) =>
  borders(repo(texts)).map(({ message }) => message);

test("a package is entered through its index only", () => {
  expect(
    messages({
      "packages/host/src/a.ts": `import { b } from "@squire/llm/src/b.ts";`,
      "packages/host/src/deep/c.ts": `import { d } from "../../../llm/src/d.ts";`,
      "packages/host/src/e.ts": `import { f } from "../../../scripts/f.ts";`,
      "judges/main.ts": `import { g } from "../packages/llm/src/g.ts";`,
    }),
  ).toEqual([
    "@squire/llm/src/b.ts reaches into a package: import what its index exports.",
    "../../../llm/src/d.ts reaches into llm: import @squire/llm.",
    "../../../scripts/f.ts leaves the package.",
    "../packages/llm/src/g.ts reaches into llm: import @squire/llm.",
  ]);
});

test("a path that the package exports is a door, another is not", () => {
  const manifest = JSON.stringify({
    name: "@squire/protocol",
    exports: { ".": "x", "./wire": "y" },
  });
  expect(
    messages({
      "packages/protocol/package.json": manifest,
      "packages/stdio/src/a.ts": `import { parse } from "@squire/protocol/wire";`,
      "packages/stdio/src/b.ts": `import { frame } from "@squire/protocol/frames";`,
    }),
  ).toEqual(["@squire/protocol/frames reaches into a package: import what its index exports."]);
});

test("inside a package, and among our own scripts, files import each other freely", () => {
  expect(
    messages({
      "packages/host/src/deep/a.ts": `import { b } from "../b.ts"; import json from "../../package.json";`,
      "judges/main.ts": `import { c } from "./oracle/c.ts"; import { d } from "@squire/llm";`,
      "scripts/table.ts": `import type { e } from "../packages/llm/src/e.ts";`,
    }),
  ).toEqual([]);
});

test("what is for tests only is imported by tests only", () => {
  const text = `import { rig } from "./test-rig.ts"; import { fake } from "./testing/fake.ts";`;
  expect(messages({ "packages/a/src/b.ts": text })).toEqual([
    "./test-rig.ts is for tests only.",
    "./testing/fake.ts is for tests only.",
  ]);
  expect(
    messages({ "packages/a/src/b.test.ts": text, "packages/a/src/test-more.ts": text }),
  ).toEqual([]);
});

test("export * is reported, with its line", () => {
  const files = repo({
    "packages/a/src/index.ts": `export { b } from "./b.ts";\nexport * from "./c.ts";\n`,
  });
  expect(borders(files)).toEqual([
    {
      path: "packages/a/src/index.ts",
      line: 2,
      message: "export * hides what is exported: name it.",
    },
  ]);
});
