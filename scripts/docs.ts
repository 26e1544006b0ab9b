import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedPages } from "./docs/pages.ts";

/** Writes the pages that are made from code: `npm run docs`. */
const root = join(import.meta.dir, "..");
for (const [path, text] of generatedPages()) {
  const file = join(root, path);
  if (readOr(file) === text) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}

function readOr(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
