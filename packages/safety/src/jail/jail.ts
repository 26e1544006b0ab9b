import { unlink } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import { isInside } from "@squire/platform";
import { isGitInternal } from "./control-files.ts";
import { codeOf } from "./disk-code.ts";
import { holdHere, type Folder, type Hold } from "./folder.ts";
import { foundAt, hashAt } from "./found.ts";
import { JailError } from "./jail-error.ts";
import { makeFolders, unmakeFolders } from "./make-folders.ts";
import { moveEntry, type MoveOptions } from "./move-entry.ts";
import { realTarget } from "./real-target.ts";
import { removeTree } from "./remove-tree.ts";
import { replaceFile } from "./replace-file.ts";

/**
 * Writing inside of some folders and nowhere else (SBX-1). Paths are absolute and have no link in
 * them: what a path means is found out before, and a link that is put in the way afterwards is not
 * followed. Fails with `JailError`, or with the disk's own error.
 */
export type Jail = {
  /** The places that may be written, as they really are. Fixed when the jail is made. */
  readonly roots: readonly string[];
  /** Why a path may not be written; null when it may. */
  refusal(path: string): "outside" | "git" | null;
  /** Puts a whole file in place, and missing folders before it. */
  replace(
    path: string,
    bytes: Uint8Array,
    options: { readonly was: string | null; readonly signal: AbortSignal },
  ): Promise<void>;
  /** A file or a link; `was` is the hash of the file, null for whatever is there. */
  remove(
    path: string,
    options: { readonly was: string | null; readonly signal: AbortSignal },
  ): Promise<void>;
  /** A folder with all that is in it; gives how many names are gone. */
  removeTree(path: string, options: { readonly signal: AbortSignal }): Promise<number>;
  /** Gives the folders that were not there before, the outermost first. */
  makeFolder(path: string): Promise<readonly string[]>;
  /** Makes missing folders at the new place. */
  move(from: string, to: string, options: MoveOptions): Promise<void>;
};

/** `hold` is how folders are held fast; for tests. */
export async function openJail(roots: readonly string[], hold: Hold = holdHere()): Promise<Jail> {
  const real = await Promise.all(roots.map((root) => realTarget(resolve(root))));
  return new FolderJail(real, hold);
}

class FolderJail implements Jail {
  readonly roots: readonly string[];
  readonly #hold: Hold;

  constructor(roots: readonly string[], hold: Hold) {
    this.roots = roots;
    this.#hold = hold;
  }

  refusal(path: string): "outside" | "git" | null {
    const root = this.#rootOf(path);
    if (root === null) return "outside";
    return isGitInternal(relative(root, path)) ? "git" : null;
  }

  async replace(
    path: string,
    bytes: Uint8Array,
    options: { readonly was: string | null; readonly signal: AbortSignal },
  ): Promise<void> {
    const root = this.#checked(path);
    const made: string[] = [];
    try {
      using folder = await makeFolders(this.#hold, root, dirname(path), made);
      await replaceFile(folder, basename(path), { path, bytes, ...options });
    } catch (error) {
      await unmakeFolders(this.#hold, made);
      throw error;
    }
  }

  async remove(
    path: string,
    { was, signal }: { readonly was: string | null; readonly signal: AbortSignal },
  ): Promise<void> {
    using folder = this.#folderOf(path);
    const name = basename(path);
    const found = await foundAt(folder, name);
    if (found === null) throw new JailError("missing", path);
    if (found.isDirectory()) throw new JailError("folder", path);
    if (was !== null) {
      if (!found.isFile()) throw new JailError("no_plain_file", path);
      if ((await hashAt(folder, name, signal)) !== was) throw new JailError("stale", path);
    }
    signal.throwIfAborted();
    folder.check();
    await unlink(folder.at(name));
    folder.check();
  }

  async removeTree(path: string, { signal }: { readonly signal: AbortSignal }): Promise<number> {
    using folder = this.#folderOf(path);
    return await removeTree(folder, basename(path), path, signal);
  }

  async makeFolder(path: string): Promise<readonly string[]> {
    const root = this.#checked(path);
    const made: string[] = [];
    using folder = await makeFolders(this.#hold, root, path, made);
    folder.check();
    return made;
  }

  async move(from: string, to: string, options: MoveOptions): Promise<void> {
    using source = this.#folderOf(from);
    this.#refuseRoot(to);
    const made: string[] = [];
    try {
      using target = await makeFolders(this.#hold, this.#checked(to), dirname(to), made);
      await moveEntry(
        { folder: source, name: basename(from), path: from },
        { folder: target, name: basename(to), path: to },
        options,
      );
    } catch (error) {
      await unmakeFolders(this.#hold, made);
      throw error;
    }
  }

  /** The folder that a path lies in, for something that is there already. */
  #folderOf(path: string): Folder {
    this.#checked(path);
    this.#refuseRoot(path);
    try {
      return this.#hold(dirname(path));
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      throw new JailError("missing", path, { cause: error });
    }
  }

  #checked(path: string): string {
    const refusal = this.refusal(path);
    if (refusal !== null) throw new JailError(refusal, path);
    return this.#rootOf(path) ?? path;
  }

  #refuseRoot(path: string): void {
    if (this.roots.includes(path)) throw new JailError("root", path);
  }

  /** The innermost: what was allowed by itself is not judged by what is around it. */
  #rootOf(path: string): string | null {
    const around = this.roots.filter((root) => isWithin(root, path));
    return around.sort((one, other) => other.length - one.length)[0] ?? null;
  }
}

/** By the letters of two paths in their simplest form. */
function isWithin(folder: string, path: string): boolean {
  return resolve(path) === path && isInside(folder, path);
}
