import { stat } from "node:fs/promises";
import { join } from "node:path";
import { embeddedFile, isCompiled } from "@squire/platform";

/** Where systems keep programs that only an administrator can put there. */
const SYSTEM_FOLDERS = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/bin"];

const PROGRAM = process.platform === "win32" ? "rg.exe" : "rg";

/**
 * Where ripgrep is, looked up at first use: inside this program, in its package, or among the
 * programs of the system. Never in the workspace and never along `PATH`. Null when there is none.
 */
export function findRipgrep(cacheFolder: string): () => Promise<string | null> {
  let found: Promise<string | null> | undefined;
  return () => (found ??= find(cacheFolder));
}

async function find(cacheFolder: string): Promise<string | null> {
  return (await ownRipgrep(cacheFolder)) ?? (await systemRipgrep());
}

async function ownRipgrep(cacheFolder: string): Promise<string | null> {
  try {
    if (isCompiled()) return await embeddedFile(PROGRAM, cacheFolder);
    const { rgPath } = await import("@vscode/ripgrep");
    return (await stat(rgPath)).isFile() ? rgPath : null;
  } catch {
    // No package for this platform, or no place to lay it down: there are other ways.
    return null;
  }
}

async function systemRipgrep(): Promise<string | null> {
  if (process.platform === "win32") return null;
  for (const folder of SYSTEM_FOLDERS) {
    const path = join(folder, "rg");
    try {
      const found = await stat(path);
      const isOthers = (found.mode & 0o022) !== 0;
      if (found.isFile() && !isOthers) return path;
    } catch {
      // Not there.
    }
  }
  return null;
}
