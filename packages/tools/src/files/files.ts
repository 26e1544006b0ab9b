/** A path of a call, found on the disk: links are followed, nothing in it is left to chance. */
export type Place = {
  /** Absolute, without any link in it. */
  readonly path: string;
  /** As the model and the user see it: relative to the workspace where it lies inside. */
  readonly name: string;
  /** Inside the workspace or another place that may be written. */
  readonly writable: boolean;
};

export type FileContent = {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly hash: string;
};

/**
 * The only way in which tools touch files (FS-11): a face or an extension may put editor buffers or
 * another machine in its place. Failures are `ToolError`s with words for the model.
 */
export type Files = {
  /** What a path in a call means (FS-2, FS-6); it need not exist. */
  place(path: string): Promise<Place>;
  /** The whole content; fails with suggestions where there is none, and above `most` bytes. */
  read(
    place: Place,
    options: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<FileContent>;
  /** Null where nothing is; fails where it is no plain file. */
  readIfThere(
    place: Place,
    options: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<FileContent | null>;
  /**
   * Puts a whole file in place in one step; keeps mode and owner, makes missing folders. `was` is
   * the hash of what the new content was made from, null where nothing was: anything else there
   * now fails and changes nothing.
   */
  replace(
    place: Place,
    bytes: Uint8Array,
    options: { readonly was: string | null; readonly signal: AbortSignal },
  ): Promise<void>;
  remove(
    place: Place,
    options: { readonly was: string; readonly signal: AbortSignal },
  ): Promise<void>;
};

/** What the model has seen of each file, so that no edit rests on an old view (FS-10). */
export type Seen = {
  /** The model was shown this content, or wrote it. */
  note(path: string, hash: string): void;
  /** The hash of what the model last saw; null when it has not seen the file. */
  hashOf(path: string): string | null;
};
