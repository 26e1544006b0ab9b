import type { FileTree } from "./file-tree.ts";
import type { Seen } from "./files.ts";

/** What tools that change files need. Looked at anew for each call: the workspace may change. */
export type FileServices = {
  readonly files: FileTree;
  readonly seen: Seen;
  /** After each change, with the absolute paths it touched: caches forget them (FS-8). */
  readonly onChanged: (paths: readonly string[]) => void;
};
