import type { TrustState } from "@squire/safety";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, relative } from "node:path";

/**
 * The state of the project that `cwd` lies in, or null where nothing was ever trusted: then nothing
 * has to be looked at.
 */
export async function trustStateOf(
  home: string,
  { cwd, userHome }: { readonly cwd: string; readonly userHome: string },
): Promise<TrustState | null> {
  if (!existsSync(`${home}/trust.json`)) return null;
  const [{ folderTrust }, { findTrustRoot }] = await Promise.all([
    import("./folder-trust.ts"),
    import("@squire/safety"),
  ]);
  try {
    return await folderTrust(home).state(findTrustRoot(cwd, userHome));
  } catch {
    return null;
  }
}

/** Reads a file of the project if it is the one that was trusted, byte for byte; null otherwise. */
export function trustedReader(state: TrustState | null): (path: string) => Promise<string | null> {
  return async (path) => {
    if (state?.type !== "trusted") return null;
    const { root } = state.inspection;
    const folder = await realpath(dirname(path)).catch(() => null);
    if (folder !== root) return null;
    const { readTrusted } = await import("@squire/safety");
    return readTrusted(state, relative(dirname(path), path));
  };
}
