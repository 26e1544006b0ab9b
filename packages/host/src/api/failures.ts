import { AgentBusy, ToolError } from "@squire/agent";
import type { FailureCode, UserFailure } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { LogError } from "@squire/session";
import { CredentialStoreError } from "../credentials/store.ts";
import { SettingsRefused } from "../settings/write.ts";

/** What a face is told, whatever went wrong: never anything but a `HostError`. */
export function hostErrorOf(error: unknown): HostError {
  if (error instanceof HostError) return error;
  return new HostError(failureOf(error), { cause: error });
}

function failureOf(error: unknown): UserFailure {
  if (error instanceof LogError) {
    const { code, message, advice } = error;
    return { code, message, advice, retryable: code === "locked" };
  }
  if (error instanceof CredentialStoreError) {
    return { code: "storage", message: error.message, retryable: false };
  }
  if (error instanceof AgentBusy) return error.failure;
  if (error instanceof ToolError || error instanceof SettingsRefused) {
    return { code: "invalid", message: error.message, retryable: false };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "internal",
    message: `Squire failed: ${message}`,
    advice: "Run `squire doctor`; if it stays, this is a bug.",
    retryable: false,
  };
}

/** Ends a method: something is wrong with what was asked, and what to do about it. */
export function refuse(code: FailureCode, message: string, advice?: string): never {
  throw new HostError({
    code,
    message,
    ...(advice === undefined ? {} : { advice }),
    retryable: code === "busy" || code === "locked",
  });
}
