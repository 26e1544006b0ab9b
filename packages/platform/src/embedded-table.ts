/** A file inside the compiled program. */
export type EmbeddedFile = {
  /** Where the program itself finds it; compressed with zstd. */
  readonly path: string;
  /** SHA-256 of the file as it was, and its size. */
  readonly hash: string;
  readonly bytes: number;
};

export type EmbeddedTable = {
  /** Whether this is the compiled program. */
  readonly isCompiled: boolean;
  readonly texts: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, EmbeddedFile>>;
};

/** What is inside the compiled program. Empty in source: the build puts another module in its place. */
export const EMBEDDED: EmbeddedTable = { isCompiled: false, texts: {}, files: {} };
