import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Guarded } from "./guarded-paths.ts";
import { isHeldBy } from "./hold-names.ts";
import type { Stray } from "./sandbox.ts";

/** What a path was like, as far as the system keeps it from being faked. */
export type Marks = ReadonlyMap<string, string>;

/** A folder is looked into only so far: it is a list of settings, not of sources. */
const MOST_ENTRIES = 500;

/** The marks of some control files and what lies in them, and of names that differ only by case. */
export function markControls(watched: readonly Guarded[], guarded: readonly Guarded[]): Marks {
  const marks = new Map<string, string>();
  for (const { path } of watched) markTree(path, marks);
  for (const path of caseTwins(guarded)) markTree(path, marks);
  return marks;
}

function markTree(path: string, marks: Map<string, string>): void {
  if (marks.size > MOST_ENTRIES * 20) return;
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || isHeldBy(found)) return;
    const { dev, ino, ctimeMs, size, mode } = found;
    const isFolder = (mode & 0o170000) === 0o040000;
    // The time of a folder changes with every name in it, and those are looked at themselves.
    marks.set(path, isFolder ? `${dev} ${ino}` : `${dev} ${ino} ${ctimeMs} ${size}`);
    if (!isFolder) return;
    for (const name of readdirSync(path).slice(0, MOST_ENTRIES)) markTree(join(path, name), marks);
  } catch {
    // It is not there, or nobody may look.
  }
}

/** `.Git` is `.git` on many disks, and on those of people who get this folder later. */
function caseTwins(guarded: readonly Guarded[]): readonly string[] {
  const roots = [...new Set(guarded.map(({ root }) => root))];
  const exact = new Set([
    ...guarded.map(({ path }) => path),
    ...roots.map((root) => join(root, ".git")),
  ]);
  const small = new Set([...exact].map((path) => path.toLowerCase()));
  return roots.flatMap((root) =>
    namesIn(root)
      .map((name) => join(root, name))
      .filter((path) => !exact.has(path) && small.has(path.toLowerCase())),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What came, changed or went between two looks. */
export function straysBetween(before: Marks, after: Marks): readonly Stray[] {
  const strays: Stray[] = [];
  for (const [path, mark] of after) {
    const was = before.get(path);
    if (was === undefined) strays.push({ path, what: "appeared" });
    else if (was !== mark) strays.push({ path, what: "changed" });
  }
  for (const path of before.keys()) if (!after.has(path)) strays.push({ path, what: "gone" });
  return strays.sort((a, b) => (a.path < b.path ? -1 : 1));
}
