import { expect, test } from "bun:test";
import { declared } from "./declared.ts";
import { repo } from "./fixture.ts";

const MANIFESTS = {
  "package.json": JSON.stringify({ devDependencies: { openai: "1.0.0", "@scope/dev": "1.0.0" } }),
  "packages/llm/package.json": JSON.stringify({
    dependencies: { zod: "1.0.0", "@squire/protocol": "0.1.0" },
  }),
};

test("an import that package.json does not declare is reported", () => {
  const files = repo({
    ...MANIFESTS,
    "packages/llm/src/a.ts": `import { z } from "left-pad";\nimport { c } from "@squire/platform";`,
    "packages/llm/src/b.ts": `import OpenAI from "openai/resources";`,
  });
  expect(declared(files)).toEqual([
    {
      path: "packages/llm/src/a.ts",
      line: 1,
      message: expect.stringContaining("left-pad is not among"),
    },
    {
      path: "packages/llm/src/a.ts",
      line: 2,
      message: expect.stringContaining("@squire/platform is not"),
    },
    {
      path: "packages/llm/src/b.ts",
      line: 1,
      message: expect.stringContaining("openai is not among"),
    },
  ]);
});

test("declared packages, built-ins, types of development packages and tests pass", () => {
  const files = repo({
    ...MANIFESTS,
    "packages/llm/src/a.ts": `import { z } from "zod/v4"; import fs from "node:fs"; import "./b.ts";`,
    "packages/llm/src/b.ts": `import type { X } from "openai"; import { p } from "@squire/protocol";`,
    "packages/llm/src/c.test.ts": `import y from "@scope/dev/deep"; import { k } from "@squire/testkit"; import { test } from "bun:test";`,
  });
  expect(declared(files)).toEqual([]);
});
