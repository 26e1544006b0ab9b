import type { ErrorEvent, ModelEvent, ModelFailure, TerminalEvent } from "@squire/protocol";
import { isTerminal, NO_USAGE } from "@squire/protocol/values";
import type { Endpoint } from "../endpoint.ts";
import type { Stepper } from "../wire/contract.ts";
import { isDelta } from "./merge.ts";
import { redact } from "./redact.ts";
import type { Emit } from "./stream.ts";

/**
 * Where the events of one request leave. It keeps the promises of a stream even when the reply is
 * cut from outside: open blocks end, one terminal event, no secrets in a failure.
 */
export class Outlet {
  readonly #emit: Emit;
  readonly #endpoint: Endpoint;
  readonly #onEnd: (terminal: TerminalEvent) => void;
  readonly #open = new Set<number>();
  #delivered = false;
  #terminal: TerminalEvent | null = null;
  /** Never to appear in a failure. */
  secrets: readonly string[] = [];

  /** `onEnd` hears of the terminal event before the reader does. */
  constructor(emit: Emit, endpoint: Endpoint, onEnd: (terminal: TerminalEvent) => void) {
    this.#emit = emit;
    this.#endpoint = endpoint;
    this.#onEnd = onEnd;
  }

  get terminal(): TerminalEvent | null {
    return this.#terminal;
  }

  send(events: readonly ModelEvent[]): void {
    for (const event of events) {
      if (this.#terminal !== null) return;
      this.#track(event);
      if (event.type === "error") this.#end({ ...event, failure: this.#tidy(event.failure) });
      else if (isTerminal(event)) this.#end(event);
      else this.#emit(event);
    }
  }

  fail(failure: ModelFailure, stepper: Stepper | null): void {
    if (this.#terminal !== null) return;
    for (const block of this.#open) this.#emit({ type: "block.end", block });
    const { partial, usage } = gathered(stepper);
    this.#end({ type: "error", failure: this.#tidy(failure), partial, usage });
  }

  #end(event: TerminalEvent): void {
    this.#terminal = event;
    try {
      this.#onEnd(event);
    } finally {
      this.#emit(event);
    }
  }

  #track(event: ModelEvent): void {
    if (isDelta(event)) {
      this.#delivered = true;
      this.#open.add(event.block);
    } else if (event.type === "block.end") {
      this.#open.delete(event.block);
    }
  }

  #tidy(failure: ModelFailure): ModelFailure {
    const { advice } = failure;
    return {
      provider: this.#endpoint.target.provider,
      model: this.#endpoint.model,
      ...failure,
      message: redact(failure.message, this.secrets),
      ...(advice === undefined ? {} : { advice: redact(advice, this.secrets) }),
      retryable: failure.retryable && !this.#delivered,
    };
  }
}

/** What has arrived, from a stepper that may be the very thing that broke. */
function gathered(stepper: Stepper | null): Pick<ErrorEvent, "partial" | "usage"> {
  try {
    return { partial: stepper?.partial() ?? null, usage: stepper?.usage() ?? NO_USAGE };
  } catch {
    return { partial: null, usage: NO_USAGE };
  }
}
