import { expect, test } from "bun:test";
import { dependencies } from "./dependencies.ts";
import { repo } from "./fixture.ts";

const LIST = "| `zod` | 4.0.0 | 5 MB | schemas |\n| `bun` | 1.0.0 | 100 MB | runtime |\n";
const MANIFESTS = {
  "package.json": JSON.stringify({ devDependencies: { bun: "1.0.0" } }),
  "packages/a/package.json": JSON.stringify({
    dependencies: { zod: "4.0.0", "@squire/b": "0.1.0" },
  }),
};

test("GEN-6: every dependency is listed with its version", () => {
  expect(dependencies(repo({ ...MANIFESTS, "docs/dependencies.md": LIST }))).toEqual([]);
});

test("GEN-6: a dependency that is missing, has another version or is gone is reported", () => {
  const list = "| `zod` | 3.9.9 | 5 MB | schemas |\n| `gone` | 1.0.0 | 1 MB | nothing |\n";
  expect(
    dependencies(repo({ ...MANIFESTS, "docs/dependencies.md": list })).map(
      ({ message }) => message,
    ),
  ).toEqual([
    "bun 1.0.0 is not in docs/dependencies.md: say why it is needed.",
    "zod 4.0.0 is not in docs/dependencies.md: say why it is needed.",
    "gone is listed but no package.json has it.",
  ]);
});
