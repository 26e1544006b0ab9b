/** The workspace itself. */
export const ROOT = ".";

/**
 * A path that a snapshot may hold: relative, in its simplest form, and no part of a repository's
 * own data. What this refuses is neither recorded nor ever written.
 */
export function isTreePath(path: unknown): path is string {
  if (path === ROOT) return true;
  if (typeof path !== "string" || path.includes("\0")) return false;
  const names = path.split("/");
  const plain = (name: string): boolean =>
    name !== "" && name !== "." && name !== ".." && !isRepositoryName(name);
  // A drive letter or a backslash would lead elsewhere on Windows.
  const windows = process.platform === "win32" && /[\\:]/.test(path);
  return names.every(plain) && !windows;
}

/** Version control's own folder or file, in any spelling that some file system takes for it. */
export function isRepositoryName(name: string): boolean {
  return /^(?:\.git|git~1|\.hg|\.svn|\.jj)[. ]*$/i.test(name);
}

export function parentOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end === -1 ? ROOT : path.slice(0, end);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function childOf(folder: string, name: string): string {
  return folder === ROOT ? name : `${folder}/${name}`;
}

/** True for the path itself too. */
export function isWithin(path: string, folder: string): boolean {
  return folder === ROOT || path === folder || path.startsWith(`${folder}/`);
}

/** Every folder above a path, the workspace first. */
export function ancestorsOf(path: string): readonly string[] {
  const above: string[] = [];
  for (let at = path; at !== ROOT;) {
    at = parentOf(at);
    above.unshift(at);
  }
  return above;
}

/** Folders before what is in them. */
export function byDepth(one: string, other: string): number {
  const depth = depthOf(one) - depthOf(other);
  if (depth !== 0) return depth;
  return one < other ? -1 : Number(one > other);
}

export function depthOf(path: string): number {
  if (path === ROOT) return 0;
  let depth = 1;
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) depth++;
  return depth;
}
