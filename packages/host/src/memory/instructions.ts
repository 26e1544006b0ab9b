import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileText } from "../settings/read-text.ts";
import { readProjectText, readTextFile } from "../settings/read-text.ts";

export type Instructions = { readonly file: string; readonly text: string };

/** In the root, the first that says something (MEM-1). */
const PROJECT_FILES = ["SQUIRE.md", "AGENTS.md"];

/** The project's own instructions; null when there are none, or only blank ones. */
export async function projectInstructions(
  root: string,
  userHome: string,
): Promise<Instructions | null> {
  for (const file of PROJECT_FILES) {
    const text = said(await readProjectText(join(root, file)));
    if (text !== null) return { file, text };
  }
  return nearest(root, "AGENTS.md", userHome);
}

/** The user's own, for all projects. */
export async function userInstructions(home: string): Promise<Instructions | null> {
  for (const file of PROJECT_FILES) {
    const text = said(await readTextFile(join(home, file)));
    if (text !== null) return { file: `~/.squire/${file}`, text };
  }
  return null;
}

export type Found = Instructions & {
  /** The one whose `.squire` holds it. */
  readonly folder: string;
};

/** A file in the `.squire` folder of this folder or of one above it, the nearest that says something (MEM-2). */
export async function nearest(
  start: string,
  file: string,
  userHome: string,
): Promise<Found | null> {
  for (const folder of placesAbove({ start, userHome, ownerOf })) {
    const text = said(await readProjectText(join(folder, ".squire", file)));
    if (text !== null) return { file: `.squire/${file}`, text, folder };
  }
  return null;
}

export type Upward = {
  readonly start: string;
  readonly userHome: string;
  /** Of a folder itself, not of what a link leads to; null: there is none. */
  readonly ownerOf: (folder: string) => number | null;
};

/**
 * From here up to the home folder, those with a `.squire`. A folder of somebody else is not gone through, and what they
 * put into a folder that everybody may write, such as `/tmp/.squire`, is not ours.
 */
export function placesAbove({ start, userHome, ownerOf: of }: Upward): readonly string[] {
  const owner = of(start);
  const places: string[] = [];
  for (let folder = start; of(folder) === owner; folder = dirname(folder)) {
    if (owner !== null && of(join(folder, ".squire")) === owner) places.push(folder);
    if (folder === userHome || dirname(folder) === folder) break;
  }
  return places;
}

function ownerOf(folder: string): number | null {
  try {
    const info = lstatSync(folder, { throwIfNoEntry: false });
    return info?.isDirectory() === true ? info.uid : null;
  } catch {
    return null;
  }
}

function said(read: FileText): string | null {
  return read.type === "text" && read.text.trim() !== "" ? read.text : null;
}
