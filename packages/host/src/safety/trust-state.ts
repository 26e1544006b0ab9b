import type { TrustState } from "@squire/safety";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The state of a folder, or null where nothing was ever trusted: then nothing has to be looked at. */
export async function trustStateOf(home: string, folder: string): Promise<TrustState | null> {
  if (!existsSync(join(home, "trust.json"))) return null;
  const { folderTrust } = await import("./folder-trust.ts");
  try {
    return await folderTrust(home).state(folder);
  } catch {
    return null;
  }
}
