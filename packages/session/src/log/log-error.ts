import type { FailureCode } from "@squire/protocol";
import { diskCode } from "../disk.ts";

export type LogErrorCode = Extract<
  FailureCode,
  "invalid" | "not_found" | "locked" | "storage" | "unsupported"
>;

/** A failure to be shown: `message` says what happened, `advice` what to do about it. */
export class LogError extends Error {
  readonly code: LogErrorCode;
  readonly advice: string;
  /** `ENOSPC` and its like, where a disk call failed. */
  readonly diskCode: string;
  /** The process that owns the log, for `locked`. */
  readonly pid: number | null;

  constructor(code: LogErrorCode, message: string, details: LogErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.advice = details.advice;
    this.diskCode = diskCode(details.cause);
    this.pid = details.pid ?? null;
  }
}

export type LogErrorDetails = {
  readonly advice: string;
  readonly cause?: unknown;
  readonly pid?: number;
};

/** Wraps what a disk call threw. A `LogError` passes unchanged. */
export function storageError(action: string, path: string, cause: unknown): LogError {
  if (cause instanceof LogError) return cause;
  const { what, advice } = explain(diskCode(cause));
  return new LogError("storage", `Could not ${action} ${path}: ${what}.`, {
    advice,
    cause,
  });
}

function explain(code: string): { readonly what: string; readonly advice: string } {
  switch (code) {
    case "ENOSPC":
      return { what: "the disk is full", advice: "Free some space and try again." };
    case "EDQUOT":
      return { what: "your disk quota is used up", advice: "Free some space and try again." };
    case "EIO":
      return { what: "the disk reported an error", advice: "Check the disk, then try again." };
    case "EROFS":
      return { what: "the disk is read-only", advice: "Make it writable or set SQUIRE_HOME." };
    case "EACCES":
    case "EPERM":
      return { what: "access is denied", advice: "Check who owns the file, or set SQUIRE_HOME." };
    case "EMFILE":
    case "ENFILE":
      return { what: "too many files are open", advice: "Close some sessions and try again." };
    case "ENOENT":
      return { what: "it is not there", advice: "Check the path with `squire session list`." };
    default:
      return {
        what: code === "" ? "an unexpected error" : `the disk said ${code}`,
        advice: "Try again; if it stays, run `squire doctor`.",
      };
  }
}
