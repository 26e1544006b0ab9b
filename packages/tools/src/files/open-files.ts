import { lstatSync, readlinkSync } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { ToolError } from "@squire/agent";
import { isMissing, openJail, type Jail } from "@squire/safety";
import { absolutePath } from "../workspace/absolute-path.ts";
import { onDisk } from "../workspace/disk-problem.ts";
import { shownName, workspaceName } from "../workspace/shown-name.ts";
import { similarPaths } from "../workspace/similar-paths.ts";
import type { Beginning, FileTree, Listed, Look, Pieces } from "./file-tree.ts";
import type { FileContent, Place } from "./files.ts";
import { findEntry, findPlace } from "./find-place.ts";
import { onJail } from "./on-jail.ts";
import { readBeginning, withPlain } from "./open-plain.ts";

export type FilesOptions = {
  /** The workspace: paths are relative to it, and it may be written. */
  readonly cwd: string;
  /** More places that may be written (`sandbox.allow_write`). */
  readonly allowWrite?: readonly string[];
};

type Reading = { readonly most: number; readonly signal: AbortSignal };

/** The files of this machine. What may be written is settled here, once (SBX-1). */
export async function openFiles({ cwd, allowWrite = [] }: FilesOptions): Promise<FileTree> {
  const jail = await openJail([cwd, ...allowWrite]);
  return new DiskFiles(
    [cwd, ...allowWrite].map((path) => resolve(path)),
    jail,
  );
}

class DiskFiles implements FileTree {
  readonly root: string;
  readonly #cwd: string;
  /** What may be written, as it was named and as it really is. */
  readonly #roots: readonly string[];
  readonly #jail: Jail;

  constructor(named: readonly string[], jail: Jail) {
    this.#cwd = named[0] ?? "";
    this.#roots = [...named, ...jail.roots];
    this.root = jail.roots[0] ?? this.#cwd;
    this.#jail = jail;
  }

  place(path: string): Promise<Place> {
    return this.#find(path, findPlace);
  }

  entry(path: string): Promise<Place> {
    return this.#find(path, findEntry);
  }

  async read(place: Place, { most, signal }: Reading): Promise<FileContent> {
    const { bytes, size, hash } = await this.begin(place, { most, hashed: most, signal });
    if (hash === null || size > bytes.length) throw tooLarge(place, size, most);
    return { bytes, hash };
  }

  async readIfThere(place: Place, options: Reading): Promise<FileContent | null> {
    const found = await this.look(place);
    if (found === null) return null;
    if (found.kind === "file") return this.read(place, options);
    const what = found.kind === "folder" ? "is a folder. Name a file" : "is no plain file";
    throw new ToolError(`${shownName(place.name)} ${what}.`);
  }

  async begin(place: Place, options: Reading & { readonly hashed: number }): Promise<Beginning> {
    return this.#reading(place, options.signal, () =>
      withPlain(place, (file) => readBeginning(file, options)),
    );
  }

  async pieces<T>(
    place: Place,
    signal: AbortSignal,
    use: (file: Pieces) => Promise<T>,
  ): Promise<T> {
    return this.#reading(place, signal, () =>
      withPlain(place, (file) =>
        use({
          size: file.size,
          async read(position, length) {
            signal.throwIfAborted();
            const bytes = new Uint8Array(Math.max(0, Math.min(length, file.size - position)));
            return bytes.subarray(0, await file.read(bytes, position));
          },
        }),
      ),
    );
  }

  look(place: Place): Promise<Look | null> {
    return onDisk("look at", place.name, async () => {
      try {
        return lookOf(place.path, lstatSync(place.path));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  list(place: Place): Promise<readonly Listed[]> {
    return onDisk("list", place.name, async () => {
      const entries = await readdir(place.path, { withFileTypes: true });
      return entries
        .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
    });
  }

  replace(
    place: Place,
    bytes: Uint8Array,
    options: { readonly was: string | null; readonly signal: AbortSignal },
  ): Promise<void> {
    return this.#changing("write", place, () => this.#jail.replace(place.path, bytes, options));
  }

  remove(
    place: Place,
    options: { readonly was: string; readonly signal: AbortSignal },
  ): Promise<void> {
    return this.#changing("delete", place, () => this.#jail.remove(place.path, options));
  }

  removeAll(place: Place, { signal }: { readonly signal: AbortSignal }): Promise<number> {
    return this.#changing("delete", place, async () => {
      const found = await this.look(place);
      if (found?.kind === "folder") return this.#jail.removeTree(place.path, { signal });
      await this.#jail.remove(place.path, { was: null, signal });
      return 1;
    });
  }

  makeFolder(place: Place): Promise<readonly string[]> {
    return this.#changing("make", place, () => this.#jail.makeFolder(place.path));
  }

  move(
    from: Place,
    to: Place,
    options: { readonly overwrite: boolean; readonly signal: AbortSignal },
  ): Promise<void> {
    return this.#changing("move", from, () => this.#jail.move(from.path, to.path, options));
  }

  #find(path: string, find: (absolute: string, asked: string) => Promise<string>): Promise<Place> {
    return onDisk("find", path, async () => {
      const real = await find(await absolutePath(this.#cwd, path, this.#roots), path);
      return {
        path: real,
        name: workspaceName(this.root, real),
        writable: this.#jail.refusal(real) === null,
      };
    });
  }

  #changing<T>(doing: string, { name }: Place, run: () => Promise<T>): Promise<T> {
    return onJail(doing, { root: this.root, name }, run);
  }

  /** A file that is not there brings the names of some that are (FS-2). */
  #reading<T>(place: Place, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    return onDisk("read", place.name, async () => {
      try {
        return await run();
      } catch (error) {
        if (!isMissing(error)) throw error;
        const similar = (await similarPaths(this.root, place.path, signal)).map(shownName);
        const hint = similar.length === 0 ? "" : ` Similar: ${similar.join(", ")}`;
        throw new ToolError(`There is no ${shownName(place.name)}.${hint}`, { cause: error });
      }
    });
  }
}

function tooLarge(place: Place, size: number, most: number): ToolError {
  return new ToolError(
    `${shownName(place.name)} is too large: ${size} bytes, at most ${most} are taken.`,
  );
}

function lookOf(path: string, found: Stats): Look {
  const kind = kindOf(found);
  return {
    kind,
    bytes: found.size,
    mode: found.mode & 0o7777,
    modifiedAt: Math.floor(found.mtimeMs),
    target: kind === "link" ? readlinkSync(path) : null,
  };
}

function kindOf(found: Stats | Dirent): Look["kind"] {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "folder";
  return found.isSymbolicLink() ? "link" : "other";
}
