import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const packages = join(import.meta.dirname, "../..");
const STATEMENT = /(?:^|\n)\s*(?:import|export)\b(\s+type\b)?[^;"]*?\bfrom\s+"([^"]+)"/g;

/** What a file and all that it imports load from outside this repository. */
function loadedBy(...entries: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const outside = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, type, from = ""] of readFileSync(file, "utf8").matchAll(STATEMENT)) {
      if (type !== undefined) continue;
      const inside = from.startsWith(".") ? join(dirname(file), from) : doorOf(from);
      if (inside === null) outside.add(from);
      else visit(inside);
    }
  };
  for (const entry of entries) visit(join(packages, entry));
  expect(seen.size).toBeGreaterThan(entries.length);
  return [...outside].sort();
}

/** The file behind `@squire/<package>` or one of its other doors; null for what is not ours. */
function doorOf(specifier: string): string | null {
  const [, name, door = ""] = /^@squire\/([^/]+)(\/.+)?$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const manifest: unknown = JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8"));
  const { exports } = manifest as { readonly exports: Readonly<Record<string, string>> };
  return join(packages, name, exports[`.${door}`] ?? "");
}

test("PKG-3: usage errors and help load no library", () => {
  expect(loadedBy("cli/src/main.ts", "cli/src/program.ts")).toEqual(["node:fs"]);
});

// Each of these costs milliseconds before the first request. Whoever uses one loads it then, with
// `await import(…)` or `process.getBuiltinModule(…)`.
const LATE = ["zod", "node:child_process", "node:crypto", "node:net", "node:sqlite", "node:util"];

test("PKG-3: a run loads what is heavy when it is needed", () => {
  const loaded = loadedBy("cli/src/commands/run.ts", "host/src/index.ts");
  expect(loaded).toContain("smol-toml");
  expect(loaded.filter((from) => LATE.includes(from))).toEqual([]);
});
