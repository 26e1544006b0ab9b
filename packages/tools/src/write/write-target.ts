import type { Stats } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { ToolError } from "@squire/agent";
import { absolutePath } from "../workspace/absolute-path.ts";
import { isMissing } from "../workspace/disk-problem.ts";
import { isInside } from "../workspace/inside.ts";
import { shownName, workspaceName } from "../workspace/shown-name.ts";

/** Where a write goes to. */
export type Target = {
  /** Without any link in it. */
  readonly path: string;
  /** The workspace, likewise. */
  readonly root: string;
  /** The path as the workspace sees it. */
  readonly name: string;
  readonly existing: Stats | null;
};

/**
 * The file that a path of the workspace really means (FS-6). Fails with `ToolError` when that is
 * outside of the workspace, among git's own files, or no plain file.
 */
export async function writeTarget(cwd: string, path: string): Promise<Target> {
  const root = await realpath(cwd);
  const real = await realTarget(await absolutePath(cwd, path), path);
  if (!isInside(root, real)) {
    throw refusal(path, "leads out of the workspace. Only files inside it can be written");
  }
  if (real.split(sep).some(isGitFolder)) {
    throw refusal(path, "belongs to git itself. Use git commands to change it");
  }
  const existing = await ifThere(lstat(real));
  const isFolder = existing?.isDirectory() === true;
  if (isFolder || path.endsWith("/") || path.endsWith(sep)) {
    throw refusal(path, "is a folder. Name a file");
  }
  if (existing?.isFile() === false) throw refusal(path, "is no plain file");
  return { path: real, root, name: workspaceName(root, real), existing };
}

/** What is there is followed through all links; what is not yet there lies where its folder really is. */
async function realTarget(absolute: string, path: string): Promise<string> {
  const found = await ifThere(lstat(absolute));
  if (found === null) {
    return join(await realTarget(dirname(absolute), path), basename(absolute));
  }
  const real = await ifThere(realpath(absolute));
  if (real === null) throw refusal(path, "goes through a link that leads nowhere");
  return real;
}

/** As disks see it that ignore case, dots and blanks at the end, or characters nobody sees. */
function isGitFolder(part: string): boolean {
  const plain = part.replaceAll(/\p{Cf}/gu, "").replace(/[. ]+$/, "");
  return /^(?:\.git|git~\d+)$/i.test(plain);
}

async function ifThere<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function refusal(path: string, why: string): ToolError {
  return new ToolError(`${shownName(path)} ${why}.`);
}
