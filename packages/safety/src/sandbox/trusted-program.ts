import { realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where only the administrator can put programs. PATH is not asked: a command could have set it. */
const SYSTEM_FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"];

const OTHERS_MAY_WRITE = 0o022;

/** The absolute path of a program of the system, or null. */
export function trustedProgram(
  name: string,
  folders: readonly string[] = SYSTEM_FOLDERS,
): string | null {
  for (const folder of folders) {
    const path = join(folder, name);
    if (isTrusted(path)) return path;
  }
  return null;
}

function isTrusted(path: string): boolean {
  try {
    const real = realpathSync(path);
    return [real, dirname(real)].every((part) => {
      const { uid, mode } = statSync(part);
      return uid === 0 && (mode & OTHERS_MAY_WRITE) === 0;
    });
  } catch {
    return false;
  }
}
