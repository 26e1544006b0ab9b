import type { ModelFailure } from "@squire/protocol";
import type { Endpoint } from "../endpoint.ts";

/** Carries a failure from where it is found to the one place that reports it; never leaves this folder. */
export class ModelFailed extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = "ModelFailed";
    this.failure = failure;
  }
}

export type FailureFacts = Pick<ModelFailure, "kind" | "message"> &
  Partial<Pick<ModelFailure, "advice" | "status" | "retryAfterMs" | "retryable">>;

/** A failure we found ourselves, as opposed to one a vendor reported. */
export function failureAt(endpoint: Endpoint, facts: FailureFacts): ModelFailure {
  return {
    retryable: false,
    ...facts,
    provider: endpoint.target.provider,
    model: endpoint.model,
  };
}
