/** What an engine looks for in the files below a root. */
export type Query = {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  /** Lines to show around a match. */
  readonly context: number;
  readonly output: "content" | "files" | "count";
  /** How many matched lines are wanted, or files where only those count. */
  readonly wanted: number;
  /** Globs of file names, one of which a file must fit; null for any. Plain enough for every engine. */
  readonly names: readonly string[] | null;
  /** Whether a file is to be searched, by its path below the root. */
  readonly fits: (path: string) => boolean;
  /** Whether what matches in such a file may be told. */
  readonly mayTell: (path: string) => boolean;
};

export type HitLine = {
  readonly number: number;
  readonly isMatch: boolean;
  /** Without its line end; only as much of a long line as could be shown. */
  readonly bytes: Uint8Array;
  /** How many bytes of the line come before them. */
  readonly skipped: number;
};

/** What was found in one file. */
export type FileHit = {
  /** Below the root, with `/`. */
  readonly path: string;
  /** Matched lines, or matches where a pattern may span lines; where only files are wanted, 1. */
  readonly count: number;
  readonly lines: readonly HitLine[];
  /** It has bytes that are no text, so that its matches are not shown. */
  readonly isBinary: boolean;
};

/** What was found below a root. The same tree gives the same, whichever engine looked. */
export type Found = {
  /** Sorted by path; at least as many as wanted if there are so many. */
  readonly hits: readonly FileHit[];
  /** All matched lines or files, as far as they were counted. */
  readonly total: number;
  readonly files: number;
  /** False when there are more than were counted. */
  readonly isExact: boolean;
  /** Files and folders that could not be read. */
  readonly unreadable: number;
};

/** Bytes of a line that are kept: enough for what may be shown of it. */
export const KEPT_LINE_BYTES = 2_048;
