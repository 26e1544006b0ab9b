import type { ModelFailure } from "./failure.ts";
import type { UserFailure } from "./user-failure.ts";

export function userFailureOf(failure: ModelFailure): UserFailure {
  return {
    code: failure.kind,
    message: failure.message,
    ...(failure.advice === undefined ? {} : { advice: failure.advice }),
    retryable: failure.retryable,
  };
}
