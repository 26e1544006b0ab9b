import { ToolError } from "@squire/agent";
import { isGitInternal } from "@squire/safety";
import { sep } from "node:path";
import { shownName } from "../workspace/shown-name.ts";
import type { Files, Place } from "./files.ts";
import { jailWords } from "./on-jail.ts";

/** Where a path of a call leads, if it may be written. The words name it as the model did. */
export async function writablePlace(files: Pick<Files, "place">, path: string): Promise<Place> {
  return checkWritable(await files.place(path), path);
}

export function checkWritable(place: Place, path: string): Place {
  if (place.writable) return place;
  throw jailWords(isGitInternal(place.path) ? "git" : "outside", path);
}

/** A name that ends like a folder's is none of a file. */
export function refuseFolderName(path: string): void {
  if (path.endsWith("/") || path.endsWith(sep)) {
    throw new ToolError(`${shownName(path)} is a folder. Name a file.`);
  }
}
