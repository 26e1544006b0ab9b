import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "./source-file.ts";
import { sourceFile } from "./source-file.ts";

// What .gitignore names, and what is not ours.
const SKIPPED = new Set(["node_modules", "dist", ".cache", "coverage", ".git", ".DS_Store"]);

/** Every text file of the repository, sorted by path. */
export function readRepo(root: string): readonly SourceFile[] {
  return filesUnder(root, "")
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return text.includes("\0") ? [] : [sourceFile(path, text)];
    });
}

function filesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (SKIPPED.has(entry.name) || entry.name.endsWith(".log")) return [];
    if (entry.isDirectory()) return filesUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}
