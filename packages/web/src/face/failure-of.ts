import type { UserFailure } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";

/** What went wrong as it can be shown. */
export function failureOf(error: unknown): UserFailure {
  if (error instanceof HostError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, retryable: false };
}
