import type { ToolContext } from "@squire/agent";
import type { FileTree } from "../files/file-tree.ts";
import type { Place, Seen } from "../files/files.ts";

/** What an internal URL leads to (URL-1). */
export type UrlContent = {
  /** All of it, or as much as is ever shown. */
  readonly bytes: Uint8Array;
  /** Of all of it; absent: the bytes are all there is. */
  readonly size?: number;
  /** It came from outside of the user's machine (PERM-16). */
  readonly untrusted?: boolean;
};

/** Null for a URL of a kind it does not know. Fails with `ToolError` for one that leads nowhere. */
export type ResolveUrl = (
  url: string,
  options: { readonly signal: AbortSignal },
) => Promise<UrlContent | null>;

/**
 * Lines of a text file as the edit variant wants them shown, with its anchors in place of plain
 * line numbers. `from` is the number of the first line, `all` gives the lines of the whole file.
 */
export type Decorate = (
  lines: readonly string[],
  place: Place,
  about: { readonly from: number; readonly all: () => readonly string[] },
) => readonly string[] | Promise<readonly string[]>;

export type ReadServices = {
  readonly files: FileTree;
  readonly seen: Seen;
  readonly decorate?: Decorate;
  readonly resolveUrl?: ResolveUrl;
  /**
   * Whether a file is not to be read at all, by its real path. Absent: whatever looks like
   * credentials. Null where the gate asks for these (FS-9).
   */
  readonly refuses?: ((path: string) => boolean) | null;
};

/** What reading needs of a call. */
export type ReadContext = Pick<ToolContext, "signal" | "clock">;
