import { realpathSync } from "node:fs";
import { resolve } from "node:path";

/** Without any link in it; where that cannot be told, as it is, absolute. Never throws. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
