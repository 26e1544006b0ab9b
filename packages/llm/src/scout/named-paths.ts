import type { Ask } from "./ask.ts";
import type { WantedCall } from "./decision.ts";
import { pathsListed } from "./outcomes.ts";
import { argOf } from "./turn.ts";
import type { Work } from "./turn.ts";

const MOST_FOUND = 3;

/** A file that was named without its folder is looked for everywhere. */
export function searchesForPaths(
  { paths }: Ask,
  work: readonly Work[],
  offered: ReadonlySet<string>,
): readonly WantedCall[] {
  if (!offered.has("glob")) return [];
  return paths
    .filter((path) => work.some((one) => isRead(one, path) && one.failed))
    .map((path) => ({ name: "glob", args: { pattern: `**/${path}`, limit: MOST_FOUND } }))
    .filter(({ args }) => !work.some((one) => isGlob(one, args.pattern)));
}

function isRead(one: Work, path: string): boolean {
  return one.name === "read" && argOf(one, "path") === path;
}

function isGlob(one: Work, pattern: string): boolean {
  return one.name === "glob" && argOf(one, "pattern") === pattern;
}

/** Every file that a question names, where it lies. */
export function namedPaths({ paths }: Ask, work: readonly Work[]): readonly string[] {
  return paths.flatMap((path) => {
    const found = work.find((one) => isGlob(one, `**/${path}`) && !one.failed);
    return found === undefined ? [path] : pathsListed(found.text).slice(0, MOST_FOUND);
  });
}
