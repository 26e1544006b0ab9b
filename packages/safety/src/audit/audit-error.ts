/** The record could not be written: what was about to happen must not happen. */
export class AuditError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string, cause?: unknown) {
    super(message, { cause });
    this.name = "AuditError";
    this.advice = advice;
  }
}

export function cannotWrite(path: string, cause: unknown): AuditError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const why = cause instanceof Error ? cause.message : String(cause);
  const advice =
    code === "ENOSPC" || code === "EDQUOT"
      ? "Free some space on that disk."
      : "Check the permissions of that folder, and whether its disk can be written to.";
  return new AuditError(`The audit record ${path} cannot be written (${why}).`, advice, cause);
}

export function isBusy(path: string): AuditError {
  return new AuditError(
    `The audit record ${path} has been in use by another process for too long.`,
    "Look for a Squire that was stopped in the middle, and end it.",
  );
}
