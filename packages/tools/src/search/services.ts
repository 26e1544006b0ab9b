import type { ScanCache } from "./scan/scan-cache.ts";

/** The file behind an internal address. */
export type UrlFile = {
  readonly path: string;
  /** What stands in it came from outside of the user's machine (PERM-16). */
  readonly untrusted?: boolean;
};

/** What the search tools need from whoever puts a session together. */
export type SearchServices = {
  readonly scans: ScanCache;
  /** Where ripgrep is, asked once per search; null where there is none, and our own engine searches. */
  readonly ripgrep: () => Promise<string | null>;
  /** The file behind an internal address such as `artifact://1` (SRCH-4); fails with `ToolError`. */
  readonly resolveUrl?: (url: string, signal: AbortSignal) => Promise<UrlFile>;
  /** What a line is called by in edits (EDIT-4), from its number and its whole text; absent: its number. */
  readonly anchorOf?: (line: number, text: string) => string;
  /** Whether a file may be read without asking, by its absolute path; what may not is left out. */
  readonly mayRead?: (path: string) => boolean;
};
