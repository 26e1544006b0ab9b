/** What the searching thread is told; plain data. */
export type Job = {
  /** For the flags `gv`. */
  readonly source: string;
  readonly spansLines: boolean;
  readonly output: "content" | "files" | "count";
  /** Whether all matches of a line count, as they do where a pattern may span lines. */
  readonly countsMatches: boolean;
  readonly context: number;
  /** Whether long lines are shown around their match. */
  readonly hasWindows: boolean;
  readonly mostPerFile: number;
  readonly root: string;
  /** Whether files are searched because they were named: then binary ones are told. */
  readonly isNamed: boolean;
};

export type Ask =
  /** Two numbers: how often it has ticked, and the place of the file that it is at. */
  | { readonly type: "job"; readonly job: Job; readonly ticks: SharedArrayBuffer }
  | {
      readonly type: "files";
      readonly paths: readonly string[];
    };

export type JobHit = {
  readonly path: string;
  readonly count: number;
  readonly lines: readonly {
    readonly number: number;
    readonly isMatch: boolean;
    readonly bytes: Uint8Array;
    readonly skipped: number;
  }[];
  readonly isBinary: boolean;
};

export type Answer = {
  readonly hits: readonly JobHit[];
  readonly unreadable: number;
  /** The file in which the pattern took too long; what is behind it was not searched. */
  readonly slowIn: string | null;
};
