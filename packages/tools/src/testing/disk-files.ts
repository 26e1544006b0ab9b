import { createHash } from "node:crypto";
import { readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { ToolError } from "@squire/agent";
import { isInside } from "@squire/platform";
import { isMissing } from "@squire/safety";
import type { FileContent, Files, Place } from "../files/files.ts";
import { absolutePath } from "../workspace/absolute-path.ts";
import { workspaceName } from "../workspace/shown-name.ts";

/** The port of files over a folder of the real disk, for tests of tools that stand on it. */
export async function diskFiles(cwd: string): Promise<Files> {
  const root = await realpath(cwd);
  const readIfThere = async ({ path }: Place): Promise<FileContent | null> => {
    try {
      const bytes = await readFile(path);
      return { bytes, hash: createHash("sha256").update(bytes).digest("hex") };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  const check = async (place: Place, was: string | null): Promise<void> => {
    const now = await readIfThere(place);
    if ((now?.hash ?? null) !== was) throw new ToolError(`${place.name} has changed.`);
  };
  return {
    async place(path) {
      const absolute = await absolutePath(root, path, [root]);
      const name = workspaceName(root, absolute);
      return { path: absolute, name, writable: isInside(root, absolute) };
    },
    async read(place) {
      const found = await readIfThere(place);
      if (found === null) throw new ToolError(`There is no ${place.name}.`);
      return found;
    },
    readIfThere,
    async replace(place, bytes, { was, signal }) {
      signal.throwIfAborted();
      await check(place, was);
      const temp = `${place.path}.tmp`;
      await writeFile(temp, bytes);
      await rename(temp, place.path);
    },
    async remove(place, { was }) {
      await check(place, was);
      await rm(place.path);
    },
  };
}
