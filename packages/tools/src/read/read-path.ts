import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { ToolError } from "@squire/agent";
import { absolutePath } from "../workspace/absolute-path.ts";
import { isCredentialPath } from "@squire/safety";
import { isMissing, onDisk } from "../workspace/disk-problem.ts";
import { firstBytes } from "../workspace/first-bytes.ts";
import { shownName } from "../workspace/shown-name.ts";
import { similarPaths } from "../workspace/similar-paths.ts";
import { MOST_FILE_BYTES, seeFile } from "./see-file.ts";
import type { Seen, Wanted } from "./seen.ts";

const MOST_NAMES = 1_000;

export async function readPath(wanted: Wanted, signal: AbortSignal): Promise<Seen> {
  const { cwd, path } = wanted;
  const absolute = await onDisk("read", path, () => absolutePath(cwd, path));
  refuseCredentials(path, absolute);
  const real = await onDisk("read", path, () => realPathOf(wanted, absolute, signal));
  // A link may have an innocent name.
  refuseCredentials(path, real);
  return onDisk("read", path, async () => {
    const found = await stat(real);
    if (found.isDirectory()) return listFolder(real);
    if (!found.isFile()) {
      throw new ToolError(`${shownName(path)} is neither a file nor a folder; it cannot be read.`);
    }
    const { bytes, size } = await firstBytes(real, MOST_FILE_BYTES, signal);
    return seeFile(bytes, size, wanted);
  });
}

function refuseCredentials(path: string, absolute: string): void {
  if (!isCredentialPath(absolute)) return;
  throw new ToolError(
    `${shownName(path)} looks like a file with credentials and is not read. If you need something from it, ask the user.`,
  );
}

async function realPathOf(
  { cwd, path }: Wanted,
  absolute: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await realpath(absolute);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (await isLink(absolute)) {
      throw new ToolError(`${shownName(path)} is a link that leads nowhere.`, { cause: error });
    }
    const similar = (await similarPaths(cwd, absolute, signal)).map(shownName);
    const hint = similar.length === 0 ? "" : ` Similar: ${similar.join(", ")}`;
    throw new ToolError(`There is no ${shownName(path)}.${hint}`, { cause: error });
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

async function listFolder(path: string): Promise<Seen> {
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries
    .map((entry) => `${shownName(entry.name)}${entry.isDirectory() ? "/" : ""}`)
    .sort();
  const shown = names.slice(0, MOST_NAMES);
  return { type: "folder", names: shown, omitted: names.length - shown.length };
}
