import { expect, test } from "bun:test";
import { cycles } from "./cycles.ts";
import { repo } from "./fixture.ts";

const messages = (texts: Record<string, string>) =>
  cycles(repo(texts)).map(({ message }) => message);

test("GEN-2: an import cycle is reported once, as a path, types included", () => {
  expect(
    messages({
      "packages/a/src/one.ts": `import { two } from "./deep/two.ts";`,
      "packages/a/src/deep/two.ts": `import type { Three } from "../three.ts";`,
      "packages/a/src/three.ts": `export { one } from "./one.ts";`,
      "packages/a/src/user.ts": `import { one } from "./one.ts";`,
    }),
  ).toEqual([
    "import cycle: packages/a/src/deep/two.ts → packages/a/src/three.ts → packages/a/src/one.ts → packages/a/src/deep/two.ts",
  ]);
});

test("a file that imports itself is a cycle", () => {
  expect(messages({ "packages/a/src/me.ts": `import { x } from "./me.ts";` })).toHaveLength(1);
});

test("GEN-2: packages that need each other are a cycle, unless only tests do", () => {
  const texts = {
    "packages/a/src/index.ts": `import { b } from "@squire/b";`,
    "packages/b/src/index.test.ts": `import { a } from "@squire/a";`,
  };
  expect(messages(texts)).toEqual([]);
  expect(
    messages({ ...texts, "packages/b/src/index.ts": `import { a } from "@squire/a";` }),
  ).toEqual(["import cycle: @squire/a → @squire/b → @squire/a"]);
});

test("a diamond is no cycle", () => {
  expect(
    messages({
      "scripts/top.ts": `import "./left.ts"; import "./right.ts";`,
      "scripts/left.ts": `import "./bottom.ts";`,
      "scripts/right.ts": `import "./bottom.ts";`,
      "scripts/bottom.ts": `import "./missing.ts";`,
    }),
  ).toEqual([]);
});
