import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openFileLock, type FileLock } from "@squire/platform";

/** A folder that one session has for itself, as its `/tmp`. */
export type TempFolder = AsyncDisposable & { readonly path: string };

/** A file in it that stays empty. */
export const EMPTY_FILE = "empty";

/** Anybody may write to it and nobody may touch what others wrote, as in every `/tmp`. */
const LIKE_TMP = 0o1777;

/**
 * Makes a private temporary folder below `folder` and removes those whose owners have died. The
 * name cannot be guessed and only the user can reach it (S26).
 */
export function openTempFolder(folder: string): TempFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeAbandoned(folder);
  for (;;) {
    const path = join(folder, randomUUID());
    const lock = openFileLock(`${path}.lock`);
    // Somebody may have taken the file for abandoned before it was locked.
    if (lock.take("shared") && existsSync(`${path}.lock`)) return furnish(path, lock);
    lock[Symbol.dispose]();
  }
}

function furnish(path: string, lock: FileLock): TempFolder {
  mkdirSync(path, { mode: 0o700 });
  for (const inner of ["tmp", "var/tmp"]) {
    mkdirSync(join(path, inner), { recursive: true });
    chmodSync(join(path, inner), LIKE_TMP);
  }
  writeFileSync(join(path, EMPTY_FILE), "", { mode: 0o400 });
  let open = true;
  return {
    path,
    async [Symbol.asyncDispose]() {
      if (!open) return;
      open = false;
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
      rmSync(`${path}.lock`, { force: true });
      lock[Symbol.dispose]();
    },
  };
}

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(".lock")) continue;
    const file = join(folder, name);
    const lock = openFileLock(file);
    try {
      if (!lock.take("alone")) continue;
      rmSync(file.slice(0, -".lock".length), { recursive: true, force: true });
      rmSync(file, { force: true });
    } catch {
      // What a command left there may refuse to go; the next start tries again.
    } finally {
      lock[Symbol.dispose]();
    }
  }
}
