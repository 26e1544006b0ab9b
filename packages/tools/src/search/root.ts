import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PathGlob } from "./glob-match.ts";
import type { Target } from "./targets.ts";

/** A folder in which something is searched. */
export type Root = {
  /** Without any link in it. */
  readonly path: string;
  /** What is put before a path below it to get the name that is shown. */
  readonly prefix: string;
  /** Null: everything below. A name: only this file, whatever ignore files say. */
  readonly only: string | null;
};

/** Where a glob can fit in a target; null when nowhere. What a glob names need not be walked to. */
export async function rootOf(target: Target, glob: PathGlob): Promise<Root | null> {
  if (target.type === "file") {
    const only = basename(target.path);
    if (!glob.fits(only)) return null;
    return { path: dirname(target.path), prefix: target.name.slice(0, -only.length), only };
  }
  const path = glob.base === "" ? target.path : await folderAt(join(target.path, glob.base));
  if (path === null) return null;
  const ways = [target.name === "." ? "" : target.name, glob.base].filter((way) => way !== "");
  const prefix = ways.join("/");
  return {
    path,
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
    only: null,
  };
}

async function folderAt(path: string): Promise<string | null> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : null;
  } catch {
    // A glob that names a folder that is not there fits nothing.
    return null;
  }
}
