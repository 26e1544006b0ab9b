import { expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PHRASES } from "./phrases.ts";

test("every phrase is said somewhere", async () => {
  const names = (await readdir(import.meta.dir)).filter(
    (name) => name.endsWith(".ts") && !name.includes(".test.") && name !== "phrases.ts",
  );
  const texts = await Promise.all(
    names.map((name) => readFile(join(import.meta.dir, name), "utf8")),
  );
  const code = texts.join("\n");
  const unsaid = Object.keys(PHRASES).filter(
    (name) => !new RegExp(String.raw`\bsay\([^()]*"${name}"`).test(code),
  );
  expect(unsaid).toEqual([]);
});
