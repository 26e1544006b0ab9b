import { ToolError } from "@squire/agent";
import { shownName } from "../workspace/shown-name.ts";
import type { FileTree } from "./file-tree.ts";
import type { Place } from "./files.ts";

/** The folder that a path of a call means; fails where it is none. */
export async function folderAt(files: FileTree, path: string, signal: AbortSignal): Promise<Place> {
  const place = await files.place(path);
  const found = await files.look(place);
  // Says that there is none, and what there is.
  if (found === null) await files.begin(place, { most: 0, hashed: 0, signal });
  if (found?.kind !== "folder") throw new ToolError(`${shownName(place.name)} is no folder.`);
  return place;
}
