import type { AssistantMessage, FinishReason, ModelFailure, Usage } from "@squire/protocol";
import type { AskedCall } from "../tool/pipeline/ports.ts";
import type { Interruption } from "./read-reply.ts";

/** A reply that is in the log, with the calls that are still to be answered. */
export type Reply = {
  readonly type: "reply";
  readonly message: AssistantMessage;
  readonly reason: FinishReason;
  readonly usage: Usage;
  readonly calls: readonly AskedCall[];
};

export type FailedReply = {
  readonly type: "failed";
  readonly failure: ModelFailure;
  readonly interruption: Interruption | null;
};

/** As it came in. */
export type FinishedReply = Pick<Reply, "message" | "reason" | "usage">;
