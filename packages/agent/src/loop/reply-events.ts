import type { AgentEvent, ModelEvent } from "@squire/protocol";
import { isDelta } from "./partial-reply.ts";

/**
 * Passes the events of a model stream on to the faces in their words. What the stream starts and
 * does not finish (a retry, a fallback) is finished here: whatever starts also ends.
 */
export class ReplyEvents {
  readonly #runId: string;
  readonly #emit: (event: AgentEvent) => void;
  readonly #deltas: boolean;
  #retry: number | null = null;
  #fallback: string | null = null;

  constructor(
    runId: string,
    emit: (event: AgentEvent) => void,
    options: { readonly deltas: boolean },
  ) {
    this.#runId = runId;
    this.#emit = emit;
    this.#deltas = options.deltas;
  }

  pass(event: ModelEvent): void {
    const runId = this.#runId;
    if (isDelta(event)) {
      this.#settleFallback(true);
      if (this.#deltas) this.#emitDelta(event);
      return;
    }
    switch (event.type) {
      case "retry.started":
        this.#settleRetry(false);
        this.#retry = event.attempt;
        this.#emit({ ...event, runId });
        return;
      case "retry.finished":
        if (this.#retry === event.attempt) this.#settleRetry(event.ok);
        return;
      case "fallback.started":
        this.#settleRetry(false);
        this.#settleFallback(false);
        this.#fallback = event.to;
        this.#emit({ ...event, runId });
        return;
      case "warning":
        this.#emit({ ...event, type: "warning.raised", runId });
        return;
      case "finish":
        return this.close(true);
      case "error":
        return this.close(false);
      case "start":
      case "block.end":
        return;
    }
  }

  /** Nothing more will come. */
  close(ok: boolean): void {
    this.#settleRetry(ok);
    this.#settleFallback(ok);
  }

  #emitDelta(event: Extract<ModelEvent, { block: number; type: `${string}.delta` }>): void {
    const runId = this.#runId;
    if (event.type === "call.delta") {
      const { type, block, id: callId, name, argsText } = event;
      this.#emit({ type, runId, block, callId, name, argsText });
    } else this.#emit({ ...event, runId });
  }

  #settleRetry(ok: boolean): void {
    const attempt = this.#retry;
    this.#retry = null;
    if (attempt !== null) {
      this.#emit({ type: "retry.finished", runId: this.#runId, attempt, ok });
    }
  }

  #settleFallback(ok: boolean): void {
    const to = this.#fallback;
    this.#fallback = null;
    if (to !== null) this.#emit({ type: "fallback.finished", runId: this.#runId, to, ok });
  }
}
