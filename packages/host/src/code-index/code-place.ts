import { existsSync, realpathSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { rootHash } from "@squire/memory";
import { isDamage, openDatabase } from "@squire/platform";
import { projectOf } from "../memory/project-of.ts";
import type { Host } from "../open.ts";

/** A project and the file with its index. */
export type CodePlace = {
  /** Without any link in it. */
  readonly root: string;
  readonly database: string;
  /** The way from the root to the folder that is worked in, with a slash at its end; "" at the root. */
  readonly below: string;
};

/** Where the index of a folder is; null at home and at the top of the disk, which are no projects. */
export function codePlaceOf(host: Pick<Host, "env" | "home">, folder: string): CodePlace | null {
  try {
    const cwd = realpathSync(folder);
    const root = projectOf({ cwd, env: host.env });
    if (root === null) return null;
    const way = relative(root, cwd).split(sep).join("/");
    const database = join(host.home, "index", `${rootHash(root)}.db`);
    return { root, database, below: way === "" ? "" : `${way}/` };
  } catch {
    // A folder that is gone has no index.
    return null;
  }
}

/**
 * Whether there is an index that can be searched: cheap, as every session asks. A damaged one counts: the user wanted
 * it, and it is made again when it is used.
 */
export function isIndexed({ database }: CodePlace): boolean {
  if (!existsSync(database)) return false;
  try {
    using open = closing(openDatabase(database, { mode: "readonly" }));
    const ready = "SELECT 1 FROM meta WHERE key = 'code.ready'";
    return open.database.prepare(ready).get() !== undefined;
  } catch (error) {
    return isDamage(error);
  }
}

function closing(database: ReturnType<typeof openDatabase>) {
  return { database, [Symbol.dispose]: () => database.close() };
}

/** Takes an index away with all that belongs to it. False: there was none. */
export function removeCodeIndex({ database }: CodePlace): boolean {
  const isThere = existsSync(database);
  for (const end of ["-wal", "-shm", ".lock", ".scan", ""]) rmSync(database + end, { force: true });
  return isThere;
}
