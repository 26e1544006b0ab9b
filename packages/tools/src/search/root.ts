import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PathGlob } from "./glob-match.ts";
import { rulesAbove, type Reach } from "./scan/ignore-rules.ts";
import type { Target } from "./targets.ts";

/** A folder in which something is searched. */
export type Root = {
  /** Without any link in it. */
  readonly path: string;
  /** The name that is shown for a path below it. */
  readonly nameOf: (path: string) => string;
  /** Null: everything below. A name: only this file, whatever ignore files say. */
  readonly only: string | null;
  /** How far up ignore files count. */
  readonly reach: Reach;
};

/** Where a glob can fit in a target; null when nowhere. What a glob names need not be walked to. */
export async function rootOf(target: Target, glob: PathGlob): Promise<Root | null> {
  if (target.type === "file") {
    const only = basename(target.path);
    if (!glob.fits(only)) return null;
    return { path: dirname(target.path), nameOf: () => target.name, only, reach: "inside" };
  }
  const path = glob.base === "" ? target.path : await folderAt(join(target.path, glob.base));
  if (path === null) return null;
  const ways = [target.name === "." ? "" : target.name, glob.base].filter((way) => way !== "");
  const prefix = ways.map((way) => (way.endsWith("/") ? way : `${way}/`)).join("");
  const { reach } = await rulesAbove(path);
  return {
    path,
    nameOf: (below) => prefix + below,
    only: null,
    reach,
  };
}

/** Links are not followed here either, any more than a walk would follow them. */
async function folderAt(path: string): Promise<string | null> {
  try {
    if ((await realpath(path)) !== path) return null;
    return (await stat(path)).isDirectory() ? path : null;
  } catch {
    // A glob that names a folder that is not there fits nothing.
    return null;
  }
}
