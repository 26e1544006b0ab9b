import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { ARROWS, arrows } from "./arrows.ts";
import { repo } from "./fixture.ts";

test("GEN-2: an import against the arrows is reported, also as a type", () => {
  const files = repo({
    "packages/llm/src/a.ts": `import type { Entry } from "@squire/session";\n`,
    "packages/tui/src/b.tsx": `\nimport { host } from "@squire/host";\n`,
    "packages/agent/src/c.ts": `const d = await import("@squire/cli");\n`,
  });
  expect(arrows(files)).toEqual([
    {
      path: "packages/llm/src/a.ts",
      line: 1,
      message: expect.stringContaining("llm may not import session"),
    },
    {
      path: "packages/tui/src/b.tsx",
      line: 2,
      message: expect.stringContaining("tui may not import host"),
    },
    {
      path: "packages/agent/src/c.ts",
      line: 1,
      message: expect.stringContaining("agent may not import cli"),
    },
  ]);
});

test("imports along the arrows pass; tests may use the testkit and their own package", () => {
  const files = repo({
    "packages/host/src/a.ts": `import { llm } from "@squire/llm";`,
    "packages/llm/src/a.test.ts": `import { clock } from "@squire/testkit"; import { b } from "@squire/llm";`,
    "judges/main.ts": `import { llm } from "@squire/llm";`,
  });
  expect(arrows(files)).toEqual([]);
});

test("a package does not import itself by name, nor the testkit outside tests", () => {
  const files = repo({
    "packages/llm/src/a.ts": `import { b } from "@squire/llm";`,
    "packages/llm/src/c.ts": `import { clock } from "@squire/testkit";`,
  });
  expect(arrows(files).map(({ path }) => path)).toEqual([
    "packages/llm/src/a.ts",
    "packages/llm/src/c.ts",
  ]);
});

test("a new package must be put into the table", () => {
  const files = repo({ "packages/novelty/src/index.ts": "" });
  expect(arrows(files)[0]?.message).toContain("novelty is not in the table of arrows");
});

test("the table itself has no cycle and knows every package", () => {
  const reach = (from: string): readonly string[] =>
    (ARROWS[from] ?? []).flatMap((to) => [to, ...reach(to)]);
  for (const name of Object.keys(ARROWS)) expect(reach(name)).not.toContain(name);
  for (const name of readdirSync(join(import.meta.dir, "../../packages"))) {
    expect(Object.keys(ARROWS)).toContain(name);
  }
});
