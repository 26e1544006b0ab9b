import { expect, test } from "bun:test";
import { repo } from "./fixture.ts";
import { runtime } from "./runtime.ts";

const found = (texts: Record<string, string>) =>
  runtime(repo(texts)).map(({ path, line }) => `${path}:${line}`);

test("Bun-only APIs outside platform are reported", () => {
  expect(
    found({
      "packages/llm/src/a.ts": `const file = Bun.file("x");`,
      "packages/llm/src/b.ts": `\nimport { Database } from "bun:sqlite";`,
      "packages/llm/src/c.ts": `import { serve } from "bun";`,
      "packages/llm/src/d.ts": `const { serve } = globalThis.Bun;`,
      "packages/llm/src/e.ts": `import { test } from "bun:test";`,
      "packages/llm/src/f.test.ts": `const g = Bun.spawn;`,
    }),
  ).toEqual([
    "packages/llm/src/a.ts:1",
    "packages/llm/src/b.ts:2",
    "packages/llm/src/c.ts:1",
    "packages/llm/src/d.ts:1",
    "packages/llm/src/e.ts:1",
    "packages/llm/src/f.test.ts:1",
  ]);
});

test("platform, tests with bun:test and files outside packages are free; words are not code", () => {
  expect(
    found({
      "packages/platform/src/a.ts": `import { Database } from "bun:sqlite"; Bun.file("x");`,
      "packages/llm/src/b.test.ts": `import { test } from "bun:test";`,
      "packages/llm/src/c.ts": `// Bun.file\nconst s = "Bun.file"; const t = vendor.Bun.x;`,
      "scripts/d.ts": `Bun.file("x");`,
    }),
  ).toEqual([]);
});

test("what a browser runs imports nothing of Node", () => {
  const text = `import { join } from "node:path";`;
  expect(
    found({
      "packages/protocol/src/a.ts": text,
      "packages/web/src/b.ts": text,
      "packages/client/src/view/reduce.ts": text,
      "packages/client/src/socket.ts": text,
      "packages/protocol/src/a.test.ts": text,
    }),
  ).toEqual([
    "packages/protocol/src/a.ts:1",
    "packages/web/src/b.ts:1",
    "packages/client/src/view/reduce.ts:1",
  ]);
});
