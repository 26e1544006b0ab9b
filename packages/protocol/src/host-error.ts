import type { UserFailure } from "./user-failure.ts";

/** How every method of the host fails, in process or over a wire. */
export class HostError extends Error {
  override readonly name = "HostError";
  readonly failure: UserFailure;

  constructor(failure: UserFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}
