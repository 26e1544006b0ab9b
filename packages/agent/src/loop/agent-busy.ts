import type { UserFailure } from "@squire/protocol";

/** A turn is running: one request at a time (LOOP-7). */
export class AgentBusy extends Error {
  override readonly name = "AgentBusy";
  readonly failure: UserFailure;

  constructor() {
    super("A turn of this session is still running.");
    this.failure = {
      code: "busy",
      message: this.message,
      advice: "Steer it, queue the message behind it, or stop it first.",
      retryable: true,
    };
  }
}
