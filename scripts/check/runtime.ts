import type { Rule, SourceFile, Violation } from "./source-file.ts";
import { isTest, lineOf, packageOf } from "./source-file.ts";

const BUN_GLOBAL = /(?<![.\w$])Bun\s*(?:\.|\?\.|\[)|\bglobalThis\s*\.\s*Bun\b/;

/** Who may not use Node's own modules, and why. */
const NODE_FREE: readonly { readonly where: RegExp; readonly because: string }[] = [
  { where: /^packages\/protocol\//, because: "protocol runs in a browser" },
  { where: /^packages\/web\//, because: "web runs in a browser" },
  { where: /^packages\/client\/src\/view/, because: "the view reducer is shared with the browser" },
];

/** Bun-only APIs live in platform alone; what a browser runs uses no Node. */
export const runtime: Rule = (files) =>
  files.flatMap((file) => {
    if (packageOf(file.path) === null) return [];
    return [...bunOnly(file), ...nodeOnly(file)];
  });

function bunOnly(file: SourceFile): Violation[] {
  if (packageOf(file.path) === "platform") return [];
  const message = "Bun-only APIs belong in packages/platform.";
  const line = lineOf(file, BUN_GLOBAL);
  const used = file.imports.filter(({ specifier }) => isBunModule(specifier, file.path));
  return [
    ...(line === null ? [] : [{ path: file.path, line, message }]),
    ...used.map((found) => ({ path: file.path, line: found.line, message })),
  ];
}

function isBunModule(specifier: string, path: string): boolean {
  if (specifier === "bun:test") return !isTest(path);
  return specifier === "bun" || specifier.startsWith("bun:");
}

function nodeOnly(file: SourceFile): Violation[] {
  const rule = NODE_FREE.find(({ where }) => where.test(file.path));
  if (rule === undefined || isTest(file.path)) return [];
  return file.imports
    .filter(({ specifier }) => specifier.startsWith("node:"))
    .map(({ specifier, line }) => ({
      path: file.path,
      line,
      message: `${specifier} may not be used here: ${rule.because}.`,
    }));
}
