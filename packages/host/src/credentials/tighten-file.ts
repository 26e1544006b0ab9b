import { chmodSync, statSync } from "node:fs";
import { printable } from "../settings/problem.ts";
import type { Warn } from "./ports.ts";

/** A file of secrets that others could read is closed to them, and the user is told. */
export function tightenFile(file: string, warn: Warn): void {
  if (process.platform === "win32") return;
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    if (mode === undefined || (mode & 0o077) === 0) continue;
    chmodSync(path, 0o600);
    const octal = (mode & 0o777).toString(8).padStart(4, "0");
    warn(
      `${printable(path)} was open to other users (mode ${octal}); it is now 0600. If others use this machine, replace the keys in it.`,
    );
  }
}
