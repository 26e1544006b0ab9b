import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = import.meta.dirname;
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .filter((path) => !path.startsWith("testing"));

const IMPORT =
  /(?:^|\n)\s*(import|export)\b(\s+type\b)?[^;"]*?\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/g;

function importsOf(path: string): { readonly from: string; readonly typeOnly: boolean }[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(IMPORT)].map(([, , type, from, dynamic]) => ({
    from: from ?? dynamic ?? "",
    typeOnly: type !== undefined,
  }));
}

function loadedFrom(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { from, typeOnly } of importsOf(path)) {
      if (!typeOnly && from.startsWith(".")) visit(join(dirname(path), from));
    }
  };
  visit(entry);
  return seen;
}

test("GEN-2: a browser can load every source: no built-ins, no package but zod", () => {
  expect(sources.length).toBeGreaterThan(30);
  for (const path of sources) {
    const foreign = importsOf(path).filter(({ from }) => !from.startsWith(".") && from !== "zod");
    expect([path, foreign]).toEqual([path, []]);
    const code = readFileSync(join(root, path), "utf8").replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
    expect(code).not.toMatch(/\b(Bun|process|Buffer|require)\b/);
  }
});

test("PKG-3: the values come without the schema library", () => {
  const loaded = [...loadedFrom("values.ts")];
  expect(loaded.length).toBeGreaterThan(5);
  const used = loaded.flatMap((path) => importsOf(path).filter(({ typeOnly }) => !typeOnly));
  expect(used.filter(({ from }) => !from.startsWith("."))).toEqual([]);
});

test("PKG-3: the index does not load what only a wire needs", () => {
  const loaded = loadedFrom("index.ts");
  for (const path of ["event.ts", "method.ts", "frames.ts", "jsonl.ts", "json-schemas.ts"]) {
    expect([path, loaded.has(path)]).toEqual([path, false]);
    expect([path, loadedFrom("wire.ts").has(path)]).toEqual([path, true]);
  }
  expect(
    [...loaded].filter((path) => relative(root, join(root, path)).startsWith("testing")),
  ).toEqual([]);
});
