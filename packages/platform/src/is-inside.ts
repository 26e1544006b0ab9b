import { isAbsolute, relative, sep } from "node:path";

/** By the letters of both paths; links are the caller's concern. A folder is inside itself. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
