import { randomUUID } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { access, constants, link, open, rename, rm, type FileHandle } from "node:fs/promises";
import { codeOf } from "./disk-code.ts";
import type { Folder } from "./folder.ts";
import { foundAt, hashAt, isSame } from "./found.ts";
import { JailError } from "./jail-error.ts";
import { syncFolder } from "./sync-folder.ts";

export type Replacement = {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The hash of what is there; null when nothing is. */
  readonly was: string | null;
  readonly signal: AbortSignal;
};

/**
 * Puts a whole file in place in one step: whoever reads it sees the old or the new content, also
 * after a power cut. It keeps its mode and, where that is permitted, its owner. Another name for
 * the same file elsewhere keeps the old content.
 */
export async function replaceFile(
  folder: Folder,
  name: string,
  { path, bytes, was, signal }: Replacement,
): Promise<void> {
  const existing = await checkExisting(folder, name, { path, was, signal });
  folder.check();
  const temp = tempName();
  const file = await open(folder.at(temp), "wx", existing === null ? 0o666 : 0o600);
  try {
    await fill(file, bytes, existing);
    signal.throwIfAborted();
    folder.check();
    if (existing === null) await putNew(folder, { temp, name, path });
    else await putOver(folder, { temp, name, path }, existing);
    folder.check();
  } catch (error) {
    await rm(folder.at(temp), { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Nobody can guess it, and it is never there before. */
export function tempName(): string {
  return `.squire-${randomUUID()}.tmp`;
}

async function checkExisting(
  folder: Folder,
  name: string,
  { path, was, signal }: Omit<Replacement, "bytes">,
): Promise<BigIntStats | null> {
  const existing = await foundAt(folder, name);
  if (existing === null) {
    if (was !== null) throw new JailError("stale", path);
    return null;
  }
  if (existing.isDirectory()) throw new JailError("folder", path);
  if (existing.isSymbolicLink()) throw new JailError("swapped", path);
  if (!existing.isFile()) throw new JailError("no_plain_file", path);
  if (was === null) throw new JailError("exists", path);
  await access(folder.at(name), constants.W_OK);
  if ((await hashAt(folder, name, signal)) !== was) throw new JailError("stale", path);
  return existing;
}

type Put = { readonly temp: string; readonly name: string; readonly path: string };

/** A second name for a file fails when the name is taken; a rename would not. */
async function putNew(folder: Folder, { temp, name, path }: Put): Promise<void> {
  try {
    await link(folder.at(temp), folder.at(name));
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new JailError("exists", path, { cause: error });
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(codeOf(error))) {
      throw error;
    }
    // A disk that knows only one name per file.
    if ((await foundAt(folder, name)) !== null) throw new JailError("exists", path);
    await rename(folder.at(temp), folder.at(name));
    return;
  }
  await rm(folder.at(temp), { force: true });
}

async function putOver(
  folder: Folder,
  { temp, name, path }: Put,
  existing: BigIntStats,
): Promise<void> {
  if (!isSame(existing, await foundAt(folder, name))) throw new JailError("stale", path);
  await rename(folder.at(temp), folder.at(name));
}

async function fill(
  file: FileHandle,
  bytes: Uint8Array,
  existing: BigIntStats | null,
): Promise<void> {
  try {
    await file.writeFile(bytes);
    if (existing !== null) {
      await keepOwner(file, existing);
      await file.chmod(Number(existing.mode) & 0o777);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

async function keepOwner(file: FileHandle, existing: BigIntStats): Promise<void> {
  const [uid, gid] = [Number(existing.uid), Number(existing.gid)];
  const ours = await file.stat();
  if (ours.uid === uid && ours.gid === gid) return;
  try {
    await file.chown(uid, gid);
  } catch {
    // Only root may give files away: then it becomes the user's own, as with any editor.
  }
}
