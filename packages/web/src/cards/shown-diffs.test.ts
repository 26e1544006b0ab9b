import { expect, test } from "bun:test";
import { isWhole } from "./shown-diffs.ts";

const diff = "--- a.ts\n+++ a.ts\n@@ -1,3 +1,3 @@\n one\n---two\n+++three\n four";
const file = { name: "a.ts", diff, added: 1, removed: 1 };

test("WUI-4 (part): a diff stands for an edit only when it shows every line of it", () => {
  expect(isWhole({ whole: true, files: [file] })).toBe(true);
  expect(isWhole({ whole: false, files: [file] })).toBe(false);
  expect(isWhole({ whole: true, files: [] })).toBe(false);
  const cut = { ...file, added: 900 };
  expect(isWhole({ whole: true, files: [file, cut] })).toBe(false);
  const heads = { name: "b.ts", diff: "--- b.ts\n+++ b.ts", added: 0, removed: 0 };
  expect(isWhole({ whole: true, files: [heads] })).toBe(false);
});
