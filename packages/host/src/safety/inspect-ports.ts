import type { InspectPorts } from "@squire/safety";
import { constants, open, realpath } from "node:fs/promises";

const MAX_TEXT = 256 * 1024;

/** The gate's looks at the disk: links are followed, small texts are read, nothing is started. */
export function inspectPorts(): InspectPorts {
  return {
    realpath: (path) => realpath(path).catch(() => null),
    readText: (path) => readSmall(path).catch(() => null),
  };
}

/** A pipe or a device is never waited for. */
async function readSmall(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const look = await file.stat();
    if (!look.isFile() || look.size > MAX_TEXT) return null;
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
