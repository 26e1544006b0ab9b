import {
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Guarded, Holder } from "./guarded-paths.ts";
import { lookAt } from "./look.ts";
import type { Kind } from "./plan.ts";

/** The mark of our own: nothing else is as old as this to the second, and empty. */
const MARK_SECONDS = 499_162_500;

/**
 * Puts something empty in the place of every control file that is missing, so that a sandbox can
 * cover it and nobody inside can create it (S24). Empty folders, because git does not see them.
 */
export function holdNames(guarded: readonly Guarded[]): void {
  for (const { path, holder } of guarded) {
    if (holder === null || lookAt(path) !== null || lookAt(dirname(path)) !== "folder") continue;
    try {
      create(path, holder);
    } catch {
      // Where we may not create it, the command may not either.
    }
  }
}

function create(path: string, holder: Holder): void {
  if (holder.kind === "folder") mkdirSync(path, { mode: 0o700 });
  else writeFileSync(path, holder.text, { flag: "wx", mode: 0o600 });
  utimesSync(path, MARK_SECONDS, MARK_SECONDS);
}

/** Takes away what `holdNames` has put there, as long as it is still as it was. */
export function freeNames(guarded: readonly Guarded[]): void {
  for (const { path, holder } of guarded) {
    if (holder === null || !isHeld(path)) continue;
    try {
      if (holder.kind === "folder") rmdirSync(path);
      else if (readFileSync(path, "utf8") === holder.text) unlinkSync(path);
    } catch {
      // Somebody has begun to use it: then it is theirs.
    }
  }
}

/** Whether a name is only held: for everybody else nothing is there. */
export function isHeld(path: string): boolean {
  try {
    // Most names are not there: an error for each would take longer than all the rest.
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found !== undefined && isHeldBy(found);
  } catch {
    return false;
  }
}

/** The same of what was looked at already. */
export function isHeldBy({ mtimeMs }: { readonly mtimeMs: number }): boolean {
  return Math.floor(mtimeMs / 1_000) === MARK_SECONDS;
}

/** As before the names were held. */
export function lookPastHolders(path: string): Kind | null {
  const kind = lookAt(path);
  return kind !== null && isHeld(path) ? null : kind;
}
