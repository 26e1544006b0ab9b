import { relative, sep } from "node:path";
import { isInside } from "@squire/platform";

/** A name on one line; quoted as JSON where it holds anything that a line cannot. */
export function shownName(name: string): string {
  return /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name;
}

/** A path as the workspace sees it; absolute when it is elsewhere. */
export function workspaceName(root: string, path: string): string {
  if (!isInside(root, path)) return path;
  return relative(root, path).replaceAll(sep, "/") || ".";
}
