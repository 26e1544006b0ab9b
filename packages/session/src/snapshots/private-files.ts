import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { diskCode, ifThere } from "../disk.ts";
import { readAll } from "./read-state.ts";
import { using, type TreeDisk, type TreePorts } from "./tree-disk.ts";

const FOLDER_MODE = 0o700;

/** Names that begin so are of no use to anybody once the process that made them is gone. */
export const TEMP_PREFIX = ".tmp-";

/** Makes a folder and those above it, private to the user; a new one survives a power cut. */
export async function makeFolders(disk: TreeDisk, path: string): Promise<void> {
  try {
    await disk.makeFolder(path, FOLDER_MODE);
  } catch (error) {
    if (diskCode(error) === "EEXIST") return;
    if (diskCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolders(disk, dirname(path));
    return makeFolders(disk, path);
  }
  await syncFolder(disk, dirname(path));
}

export type Writing = {
  readonly folder: string;
  readonly name: string;
  /** False leaves it to the system when the bytes reach the disk. */
  readonly synced: boolean;
};

/** Puts a whole file in place at once: after a crash the old or the new one is there, never a part. */
export async function writeWhole(
  { disk, ids }: TreePorts,
  { folder, name, synced }: Writing,
  bytes: Uint8Array,
): Promise<void> {
  const temp = `${folder}/${TEMP_PREFIX}${ids()}`;
  const file = await disk.createFile(temp);
  try {
    try {
      await file.append(bytes);
      if (synced) await file.sync();
    } finally {
      await file.close();
    }
    await disk.rename(temp, `${folder}/${name}`);
  } catch (error) {
    await removeQuietly(disk, temp);
    throw error;
  }
  if (synced) await syncFolder(disk, folder);
}

export async function syncFolder(disk: TreeDisk, path: string): Promise<void> {
  await using(disk.openFolder(path), (folder) => folder.sync());
}

/** For what is left behind by a failure that is reported anyway; a sweep finds it later. */
export async function removeQuietly(disk: TreeDisk, path: string): Promise<void> {
  await disk.unlink(path).catch((error: unknown) => {
    if (diskCode(error) === "") throw error;
  });
}

export async function namesIn(disk: TreeDisk, folder: string): Promise<readonly string[]> {
  const opened = await ifThere(disk.openFolder(folder));
  if (opened === null) return [];
  return using(Promise.resolve(opened), (there) => there.names());
}

export async function readWhole(disk: TreeDisk, path: string): Promise<Uint8Array | null> {
  const file = await ifThere(disk.openFile(path));
  if (file === null) return null;
  return using(Promise.resolve(file), async () => readAll(file, (await file.stat()).size));
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
