import { basename, join } from "node:path";
import type { FileTree } from "../files/file-tree.ts";
import type { Place } from "../files/files.ts";

/** A folder that is there, or a name that ends like one, takes the thing in under its own name. */
export async function moveTarget(files: FileTree, source: Place, to: string): Promise<Place> {
  const place = await files.place(to);
  const isFolder = (await files.look(place))?.kind === "folder" || /[/\\]$/.test(to);
  // A folder is not moved into itself: then it is a new name for it.
  if (isFolder && place.path !== source.path) {
    return files.entry(join(place.path, basename(source.path)));
  }
  return files.entry(to);
}
