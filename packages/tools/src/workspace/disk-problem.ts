import { ToolError } from "@squire/agent";
import { shownName } from "./shown-name.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOENT: "it does not exist",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder",
  ELOOP: "its links go round in a circle",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many files are open; try again",
  EBUSY: "it is in use",
};

/** The `code` of a failed disk call; empty for anything else. */
function diskCode(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/** Runs disk calls; a failure of the disk becomes words for the model, any other stays as it is. */
export async function onDisk<T>(doing: string, path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = diskCode(error);
    if (code === "") throw error;
    const reason = REASONS[code] ?? code;
    throw new ToolError(`Cannot ${doing} ${shownName(path)}: ${reason}.`, { cause: error });
  }
}
