import { realpath, writeFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import type { Writer } from "./swap-race.ts";
import { JailError } from "../jail-error.ts";

/** A planted twin of the jail: it looks where a path leads, and then writes to the path. */
export function checkThenWrite(root: string): Writer {
  return {
    async write(path, bytes) {
      const real = await realpath(path).catch(() => realpath(dirname(path)));
      if (relative(root, real).startsWith("..")) throw new JailError("outside", path);
      await writeFile(path, bytes);
    },
  };
}
