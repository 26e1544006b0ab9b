import type { FailureCode, UserFailure } from "@squire/protocol";
import type { LogPort } from "../tool/pipeline/ports.ts";

/** The log did not take an entry: nothing that depends on it may happen. */
export class LogFailed extends Error {
  override readonly name = "LogFailed";
  readonly failure: UserFailure;

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(message, { cause });
    this.failure = { code: codeOf(cause), message, ...adviceOf(cause), retryable: true };
  }
}

/** The same log; its failures can be told from all others. */
export function guardedLog(log: LogPort): LogPort {
  return {
    append: (draft) => guarded(log.append(draft)),
    stage: (draft) => guarded(log.stage(draft)),
    flush: () => guarded(log.flush()),
    get isSynced() {
      return log.isSynced;
    },
  };
}

async function guarded<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    throw new LogFailed(error);
  }
}

/** What the user is told about an exception. */
export function failureFrom(error: unknown): UserFailure {
  if (error instanceof LogFailed) return error.failure;
  return {
    code: "internal",
    message: error instanceof Error ? error.message : String(error),
    advice: "This is a defect of Squire; please report it. The session can be continued.",
    retryable: false,
  };
}

const LOG_CODES = ["invalid", "locked", "not_found", "storage", "unsupported"] as const;

function codeOf(cause: unknown): FailureCode {
  const code = fieldOf(cause, "code");
  return LOG_CODES.find((known) => known === code) ?? "storage";
}

function adviceOf(cause: unknown): { readonly advice?: string } {
  const advice = fieldOf(cause, "advice");
  return advice === undefined ? {} : { advice };
}

function fieldOf(cause: unknown, key: string): string | undefined {
  if (typeof cause !== "object" || cause === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(cause, key)?.value;
  return typeof value === "string" ? value : undefined;
}
