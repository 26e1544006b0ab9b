import type { UserFailure } from "@squire/protocol";
import { ERROR_CODES, parseUserFailure, type ErrorFrame } from "@squire/protocol/wire";

const RETRYABLE: ReadonlySet<number> = new Set([ERROR_CODES.busy, ERROR_CODES.rateLimited]);

/** What a frame says went wrong: as the host said it, or from the code where the gateway refused. */
export function failureOf({ code, message, data }: ErrorFrame["error"]): UserFailure {
  const told = parseUserFailure(data);
  if (told.kind === "known") return told.value;
  const isRetryable = RETRYABLE.has(code);
  const kind = code === ERROR_CODES.unauthenticated ? "auth" : isRetryable ? "busy" : "invalid";
  return {
    code: code === ERROR_CODES.internal ? "internal" : kind,
    message,
    retryable: isRetryable,
  };
}
