import type { BigIntStats } from "node:fs";
import { constants, link, open, rename, rm, unlink, type FileHandle } from "node:fs/promises";
import { codeOf } from "./disk-code.ts";
import type { Folder } from "./folder.ts";
import { foundAt, PIECE_BYTES } from "./found.ts";
import { JailError } from "./jail-error.ts";
import { tempName } from "./replace-file.ts";
import { syncFolder } from "./sync-folder.ts";

/** One end of a move. */
export type End = { readonly folder: Folder; readonly name: string; readonly path: string };

export type MoveOptions = { readonly overwrite: boolean; readonly signal: AbortSignal };

/** Gives a file, link or folder another name. Never replaces a folder. */
export async function moveEntry(from: End, to: End, options: MoveOptions): Promise<void> {
  const [source, target] = [
    await foundAt(from.folder, from.name),
    await foundAt(to.folder, to.name),
  ];
  if (source === null) throw new JailError("missing", from.path);
  if (target !== null && !isOtherCase(from, to, source, target)) {
    if (target.isDirectory()) throw new JailError("folder", to.path);
    if (!options.overwrite || source.isDirectory()) throw new JailError("exists", to.path);
  }
  from.folder.check();
  to.folder.check();
  try {
    await (source.isFile() && target === null ? renameNew(from, to) : renameOver(from, to));
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    await moveAcross(from, to, source, options.signal);
  }
  from.folder.check();
  to.folder.check();
  await syncFolder(to.folder);
  await syncFolder(from.folder);
}

/** A disk that does not tell upper from lower case finds the same file under both names. */
function isOtherCase(from: End, to: End, source: BigIntStats, target: BigIntStats): boolean {
  const isOne = source.ino === target.ino && source.dev === target.dev;
  return isOne && from.name !== to.name && from.path.toLowerCase() === to.path.toLowerCase();
}

/** Nothing that appears at the new name meanwhile is lost. */
async function renameNew(from: End, to: End): Promise<void> {
  try {
    await link(from.folder.at(from.name), to.folder.at(to.name));
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new JailError("exists", to.path, { cause: error });
    if (codeOf(error) === "EXDEV") throw error;
    // Somebody else's file, or a disk that knows only one name per file.
    await renameOver(from, to);
    return;
  }
  await unlink(from.folder.at(from.name));
}

async function renameOver(from: End, to: End): Promise<void> {
  await rename(from.folder.at(from.name), to.folder.at(to.name));
}

/** Between disks there is no rename: a copy is put in place first, then the original goes. */
async function moveAcross(
  from: End,
  to: End,
  source: BigIntStats,
  signal: AbortSignal,
): Promise<void> {
  if (!source.isFile()) throw new JailError("other_disk", from.path);
  const temp = tempName();
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const input = await open(from.folder.at(from.name), O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const output = await open(to.folder.at(temp), "wx", 0o600);
    try {
      await copyAll(input, output, signal);
      await output.chmod(Number(source.mode) & 0o777);
      await output.sync();
    } finally {
      await output.close();
    }
    await rename(to.folder.at(temp), to.folder.at(to.name));
  } catch (error) {
    await rm(to.folder.at(temp), { force: true });
    throw error;
  } finally {
    await input.close();
  }
  await unlink(from.folder.at(from.name));
}

async function copyAll(input: FileHandle, output: FileHandle, signal: AbortSignal): Promise<void> {
  const piece = new Uint8Array(PIECE_BYTES);
  for (let position = 0; ;) {
    signal.throwIfAborted();
    const { bytesRead } = await input.read(piece, 0, piece.length, position);
    if (bytesRead === 0) return;
    for (let done = 0; done < bytesRead;) {
      const { bytesWritten } = await output.write(piece, done, bytesRead - done, position + done);
      done += bytesWritten;
    }
    position += bytesRead;
  }
}
