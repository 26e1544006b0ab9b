import { open } from "node:fs/promises";
import type { Folder } from "./folder.ts";

/** Makes the names in a folder survive a power cut, where the disk can do that. */
export async function syncFolder(folder: Folder): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder.self, "r").catch(() => null);
  try {
    await handle?.sync();
  } catch {
    // Not every disk can do it, and what was to be done is done already.
  } finally {
    await handle?.close();
  }
}
