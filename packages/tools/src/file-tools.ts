import type { Tool } from "@squire/agent";
import { deleteTool } from "./delete/delete.ts";
import type { FileServices } from "./files/services.ts";
import { lsTool } from "./ls/ls.ts";
import { mkdirTool } from "./mkdir/mkdir.ts";
import { moveTool } from "./move/move.ts";
import { notebookTool } from "./notebook/notebook.ts";
import { readTool } from "./read/read.ts";
import type { ReadServices } from "./read/services.ts";
import { statTool } from "./stat/stat.ts";
import { treeTool } from "./tree/tree.ts";
import { writeTool } from "./write/write.ts";

export type FileToolServices = FileServices & ReadServices;

/** The tools of files; only those that read where nothing may be written (FS-7). */
export function fileTools(
  services: FileToolServices,
  { allowWrite = true }: { readonly allowWrite?: boolean } = {},
): readonly Tool[] {
  const readers = [readTool, lsTool, treeTool, statTool];
  const writers = [writeTool, mkdirTool, moveTool, deleteTool, notebookTool];
  return [...readers, ...(allowWrite ? writers : [])].map((make) => make(services));
}
