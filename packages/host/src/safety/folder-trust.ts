import { nodeDisk, openFileLock, systemClock } from "@squire/platform";
import { openTrust } from "@squire/safety";
import type { Trust as FolderTrust } from "@squire/safety";
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
