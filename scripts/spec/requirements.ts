import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The ids of one area, in the order of its page. */
export type Area = { readonly name: string; readonly ids: readonly string[] };

const REQUIREMENT = /^- \*\*(([A-Z][A-Z0-9]*)-\d+)\*\* /gm;

/** The areas of `docs/spec`, by name. */
export function readAreas(folder: string): readonly Area[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .flatMap((name) => areasIn(readFileSync(join(folder, name), "utf8")));
}

export function areasIn(page: string): readonly Area[] {
  const areas = new Map<string, string[]>();
  for (const [, id = "", name = ""] of page.matchAll(REQUIREMENT)) {
    areas.set(name, [...(areas.get(name) ?? []), id]);
  }
  return [...areas].map(([name, ids]) => ({ name, ids }));
}
