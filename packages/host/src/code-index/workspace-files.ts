import { isUtf8 } from "node:buffer";
import { lstatSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { MOST_BYTES } from "@squire/memory";
import type { CodeFiles, FileStamp } from "@squire/memory";
import { readPlain, realPath, systemClock } from "@squire/platform";
import { isCredentialPath, isMissing } from "@squire/safety";
import { isSkippedFolder, scanCache } from "@squire/tools";

export type WorkspaceFilesInput = {
  /** Without any link in it. */
  readonly root: string;
  /** Squire's own folder, wherever it lies. */
  readonly home: string;
  /** Whether a file may be read without asking, by its absolute path. */
  readonly mayRead: (path: string) => boolean;
};

/** A walk of the largest trees. */
const TIMEOUT_MS = 10 * 60_000;

/** The files of a workspace as grep sees them: the same walk, the same ignore files, the same refusals. */
export function workspaceFiles({ root, home, mayRead }: WorkspaceFilesInput): CodeFiles {
  const scans = scanCache();
  const own = realPath(home) + sep;
  const isKept = (path: string): boolean =>
    !isCredentialPath(path) && !path.startsWith(own) && mayRead(path);
  return {
    async list(signal) {
      const limits = { signal, clock: systemClock, timeoutMs: TIMEOUT_MS };
      const scan = await scans.fresh({ root, hidden: true, gitignore: true }, limits);
      const entries = scan.entries.filter(
        ({ path, type }) =>
          type === "file" &&
          !path.split("/").slice(0, -1).some(isSkippedFolder) &&
          isKept(join(root, path)),
      );
      return entries.map(({ path }) => path);
    },
    look: (path) => stampAt(join(root, path)),
    async read(path) {
      const absolute = join(root, path);
      if (!isKept(absolute)) return null;
      try {
        // A folder on the way may have become a link since it was walked through.
        if ((await realpath(absolute)) !== absolute) return null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
      return textAt(absolute);
    },
  };
}

/** Null: it is no small text file. What stands there may be a pipe by now, or have grown. Throws what else is wrong. */
function textAt(path: string): string | null {
  const read = readPlain(path, { most: MOST_BYTES, links: "refuse" });
  if (read.type === "failed") throw read.error;
  if (read.type !== "bytes" || read.bytes.includes(0) || !isUtf8(read.bytes)) return null;
  return Buffer.from(read.bytes).toString("utf8");
}

function stampAt(path: string): FileStamp | null {
  try {
    const found = lstatSync(path);
    return found.isFile() ? { bytes: found.size, modifiedMs: found.mtimeMs } : null;
  } catch {
    // It went away, or its folder was closed to us.
    return null;
  }
}
