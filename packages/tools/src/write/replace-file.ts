import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import {
  access,
  constants,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  type FileHandle,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { ToolError } from "@squire/agent";
import { isInside } from "../workspace/inside.ts";
import type { Target } from "./write-target.ts";

/**
 * Puts a whole file in place: whoever reads it sees the old or the new content, also after a power
 * cut. It keeps its mode and, where that is permitted, its owner.
 */
export async function replaceFile(
  { path, root, existing }: Omit<Target, "name">,
  bytes: Uint8Array,
): Promise<void> {
  const folder = dirname(path);
  if (existing !== null) await access(path, constants.W_OK);
  await mkdir(folder, { recursive: true });
  await checkStillInside(root, folder);
  const temp = join(folder, `.squire-${randomUUID()}.tmp`);
  const file = await open(temp, "wx", existing === null ? 0o666 : 0o600);
  try {
    await fill(file, bytes, existing);
    await rename(temp, path);
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** A link may have been put in the way since the path was looked at. */
async function checkStillInside(root: string, folder: string): Promise<void> {
  const real = await realpath(folder);
  if (real !== folder || !isInside(root, real)) {
    throw new ToolError("The folder was replaced while the file was being written. Try again.");
  }
}

async function fill(file: FileHandle, bytes: Uint8Array, existing: Stats | null): Promise<void> {
  try {
    await file.writeFile(bytes);
    if (existing !== null) {
      await keepOwner(file, existing);
      await file.chmod(existing.mode & 0o777);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

async function keepOwner(file: FileHandle, { uid, gid }: Stats): Promise<void> {
  const ours = await file.stat();
  if (ours.uid === uid && ours.gid === gid) return;
  try {
    await file.chown(uid, gid);
  } catch {
    // Only root may give files away: then it becomes the user's own, as with any editor.
  }
}

/** Without this a power cut may bring back the old file. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch {
    // Not every disk can do it, and the file is in place already.
  } finally {
    await handle.close();
  }
}
