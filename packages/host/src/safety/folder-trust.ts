import { nodeDisk, openFileLock, systemClock } from "@squire/platform";
import { openTrust } from "@squire/safety";
import type { Trust as FolderTrust, TrustState } from "@squire/safety";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Which folders this user trusts. Touches nothing until it is asked. */
export function folderTrust(home: string): FolderTrust {
  const path = join(home, "trust.json");
  const lock = {
    wait: (...args: Parameters<ReturnType<typeof openFileLock>["wait"]>) => held().wait(...args),
    release: () => held().release(),
  };
  let opened: ReturnType<typeof openFileLock> | undefined;
  const held = (): ReturnType<typeof openFileLock> => (opened ??= openFileLock(`${path}.lock`));
  return openTrust({ path, disk: nodeDisk(), lock, now: systemClock.now });
}

/** The state of a folder, or null where nothing was ever trusted: then nothing has to be looked at. */
export async function trustStateOf(home: string, folder: string): Promise<TrustState | null> {
  if (!existsSync(join(home, "trust.json"))) return null;
  try {
    return await folderTrust(home).state(folder);
  } catch {
    return null;
  }
}
