import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ToolError } from "@squire/agent";
import { isMissing } from "@squire/safety";
import { variantIn } from "../workspace/name-variants.ts";
import { shownName } from "../workspace/shown-name.ts";

/**
 * Where an absolute path really leads: what is there is followed through all links, what is not yet
 * there lies where its folder really is (FS-6). A name in another form of the same letters counts
 * as there (FS-2).
 */
export async function findPlace(absolute: string, asked: string): Promise<string> {
  const real = ifThere(() => realpathSync.native(absolute));
  if (real !== null) return real;
  if (ifThere(() => lstatSync(absolute)) !== null) {
    throw new ToolError(`${shownName(asked)} goes through a link that leads nowhere.`);
  }
  if (dirname(absolute) === absolute) return absolute;
  const folder = await findPlace(dirname(absolute), asked);
  const variant = await variantIn(folder, basename(absolute));
  if (variant === null) return join(folder, basename(absolute));
  return findPlace(join(folder, variant), asked);
}

/** As `findPlace`, but a link at the end of the path is the thing meant. */
export async function findEntry(absolute: string, asked: string): Promise<string> {
  if (dirname(absolute) === absolute) return absolute;
  const folder = await findPlace(dirname(absolute), asked);
  const path = join(folder, basename(absolute));
  if (ifThere(() => lstatSync(path)) !== null) return path;
  const variant = await variantIn(folder, basename(absolute));
  return variant === null ? path : join(folder, variant);
}

/** Names are in the system's memory: a detour over a thread takes longer than the look. */
function ifThere<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
