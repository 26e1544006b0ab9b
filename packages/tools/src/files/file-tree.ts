import type { Files, Place } from "./files.ts";

/** What is at a place. */
export type Look = {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly bytes: number;
  /** Permission bits. */
  readonly mode: number;
  readonly modifiedAt: number;
  /** Where a link points to, as it is written there. */
  readonly target: string | null;
};

/** A name in a folder. */
export type Listed = { readonly name: string; readonly kind: Look["kind"] };

/** The first bytes of a file, and what the whole of it is. */
export type Beginning = {
  readonly bytes: Uint8Array;
  readonly size: number;
  /** SHA-256 of all of it; null when it is larger than was to be hashed. */
  readonly hash: string | null;
};

/** A file held open, to be read in pieces. */
export type Pieces = {
  readonly size: number;
  /** Fewer bytes at the end, none behind it. */
  read(position: number, length: number): Promise<Uint8Array>;
};

/** Files with the folders they lie in: what all tools of files need besides `edit`. */
export type FileTree = Files & {
  /** The workspace, without any link. */
  readonly root: string;
  /** As `place`, but a link at its end is not followed: the name itself is meant. */
  entry(path: string): Promise<Place>;
  /** Null where nothing is. A link is followed only where `place` was. */
  look(place: Place): Promise<Look | null>;
  /** The first `most` bytes; the hash is taken of files up to `hashed` bytes. */
  begin(
    place: Place,
    options: { readonly most: number; readonly hashed: number; readonly signal: AbortSignal },
  ): Promise<Beginning>;
  /** Holds a file open while `use` runs. */
  pieces<T>(place: Place, signal: AbortSignal, use: (file: Pieces) => Promise<T>): Promise<T>;
  /** Sorted by name. */
  list(place: Place): Promise<readonly Listed[]>;
  /** Fails where something is already. Gives the folders made, the outermost first. */
  makeFolder(place: Place): Promise<readonly string[]>;
  move(
    from: Place,
    to: Place,
    options: { readonly overwrite: boolean; readonly signal: AbortSignal },
  ): Promise<void>;
  /** A file, a link, or a folder with all that is in it. Gives how many names are gone. */
  removeAll(place: Place, options: { readonly signal: AbortSignal }): Promise<number>;
};
