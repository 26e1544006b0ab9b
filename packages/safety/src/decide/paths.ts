import { posix } from "node:path";
import type { GateWorkspace } from "./workspace.ts";

/** Paths as rules and tables spell them: slashes, no drive letter games. */
export function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/** Without `.` and `..`; a slash at the end is dropped. */
export function normalized(path: string): string {
  const plain = posix.normalize(slashed(path));
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
}

export function isAbsolutePath(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** Whether a path is a folder or below it, by their letters. */
export function isWithin(folder: string, path: string, ignoresCase = false): boolean {
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const [outer, inner] = [fold(normalized(folder)), fold(normalized(path))];
  return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}

export function isInWorkspace(path: string, { root, ignoresCase }: GateWorkspace): boolean {
  return isWithin(root, path, ignoresCase);
}

export function isWritable(path: string, workspace: GateWorkspace): boolean {
  return [workspace.root, ...workspace.writable].some((folder) =>
    isWithin(folder, path, workspace.ignoresCase),
  );
}

/** As the workspace sees it; absolute when it is elsewhere. */
export function relativePath(path: string, workspace: GateWorkspace): string {
  const plain = normalized(path);
  if (!isInWorkspace(plain, workspace)) return plain;
  return plain.slice(normalized(workspace.root).length).replace(/^\//, "") || ".";
}
