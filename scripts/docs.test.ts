import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedPages } from "./docs/pages.ts";

test.each([...generatedPages().keys()])(
  "PKG-8 (part), CFG-12 (part): %s is what the code says; run `npm run docs`",
  (path) => {
    const written = readFileSync(join(import.meta.dir, "..", path), "utf8");
    expect(written).toBe(generatedPages().get(path) ?? "");
  },
);
