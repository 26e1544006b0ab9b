import { lstatSync, opendirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RuleFolder } from "./rule-folders.ts";

/** Nobody has more rules. */
const MOST_FILES = 200;
/** So many names are looked at. */
const MOST_NAMES = 10_000;
/** What a folder takes itself: with millions of names in it more than this. */
const MOST_FOLDER_BYTES = 8 * 1024 * 1024;

/** The names of some files in a folder, in order. A folder that is out of all proportion has none. */
export function namesIn(
  folder: string,
  file: RegExp,
  mostBytes: number = MOST_FOLDER_BYTES,
): readonly string[] {
  try {
    // Not every system reads a folder bit by bit.
    if (statSync(folder).size > mostBytes) return [];
    return firstNames(folder)
      .filter((name) => file.test(name))
      .sort()
      .slice(0, MOST_FILES);
  } catch {
    return [];
  }
}

function firstNames(folder: string): string[] {
  const open = opendirSync(folder);
  try {
    const names: string[] = [];
    while (names.length < MOST_NAMES) {
      const entry = open.readSync();
      if (entry === null) break;
      names.push(entry.name);
    }
    return names;
  } finally {
    open.closeSync();
  }
}

/**
 * The files of a folder of a project, from its root. A checkout is anybody's: where a link stands on the way, only its
 * name is given, and nothing is asked of the place it leads to (S22).
 */
export function namesInProject(
  root: string,
  { path, file }: Pick<RuleFolder, "path" | "file">,
): readonly string[] {
  const ways = path.split("/").map((_, at, parts) => parts.slice(0, at + 1).join("/"));
  const link = ways.find((way) => isLink(join(root, way)));
  if (link !== undefined) return [link];
  return namesIn(join(root, path), file).map((name) => `${path}/${name}`);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // Nothing is there, or nothing that we may see.
    return false;
  }
}
