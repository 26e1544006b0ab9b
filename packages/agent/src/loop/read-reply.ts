import type { Clock } from "@squire/llm";
import { NO_USAGE } from "@squire/protocol/values";
import type { ErrorEvent, ModelEvent, ModelStream, Origin, TerminalEvent } from "@squire/protocol";
import { graceAfter } from "../tool/pipeline/grace.ts";
import { isDelta, PartialReply } from "./partial-reply.ts";
import type { GuardCall } from "./ports.ts";
import type { ReplyEvents } from "./reply-events.ts";
import type { StreamRule } from "./settings.ts";
import { brokenRule } from "./stream-rules.ts";

/** Why a reply was stopped by us while it came in. */
export type Interruption =
  | { readonly type: "rule"; readonly rule: StreamRule }
  | { readonly type: "guard"; readonly callId: string; readonly text: string };

export type ReadReply = {
  readonly terminal: TerminalEvent;
  readonly interruption: Interruption | null;
};

export type Reading = {
  readonly open: (signal: AbortSignal) => ModelStream;
  /** The turn's. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long an aborted stream may take to end. */
  readonly graceMs: number;
  readonly events: ReplyEvents;
  readonly rules: readonly StreamRule[];
  readonly guardCall: GuardCall | null;
  /** For a stream that is given up: who was asked. */
  readonly origin: Origin;
};

/** Reads one reply to its end. Never rejects, and never waits for a stream that does not end. */
export async function readReply(reading: Reading): Promise<ReadReply> {
  const stop = new AbortController();
  const signal = AbortSignal.any([reading.signal, stop.signal]);
  const reader = new Reader(reading, () => stop.abort());
  const grace = graceAfter(signal, reading.clock, reading.graceMs);
  const givenUp = grace.over.then(() => reader.failed("aborted", "The request was aborted."));
  const terminal = await Promise.race([reader.read(signal), givenUp]);
  grace.cancel();
  reader.close(terminal);
  return { terminal, interruption: reader.interruption };
}

class Reader {
  readonly #reading: Reading;
  readonly #stop: () => void;
  readonly #partial = new PartialReply();
  #open = true;
  interruption: Interruption | null = null;

  constructor(reading: Reading, stop: () => void) {
    this.#reading = reading;
    this.#stop = stop;
  }

  async read(signal: AbortSignal): Promise<TerminalEvent> {
    try {
      for await (const event of this.#reading.open(signal)) {
        if (event.type === "finish" || event.type === "error") return event;
        if (this.#open && this.interruption === null) await this.#take(event);
      }
      return this.failed("protocol", "The stream ended without saying how.");
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return this.failed("protocol", `The stream broke: ${why}`);
    }
  }

  /** Nothing that comes later is passed on. */
  close(terminal: TerminalEvent): void {
    this.#open = false;
    this.#reading.events.pass(terminal);
  }

  failed(kind: "aborted" | "protocol", message: string): ErrorEvent {
    return {
      type: "error",
      failure: { kind, message, retryable: false },
      partial: this.#partial.message(this.#reading.origin),
      usage: NO_USAGE,
    };
  }

  async #take(event: ModelEvent): Promise<void> {
    if (isDelta(event)) this.#partial.add(event);
    this.#reading.events.pass(event);
    if (!isDelta(event) || event.type === "thinking.delta") return;
    const { rules, guardCall } = this.#reading;
    const rule = rules.length === 0 ? null : brokenRule(rules, this.#partial.recent(event));
    if (rule !== null) return this.#interrupt({ type: "rule", rule });
    if (event.type !== "call.delta" || guardCall === null) return;
    const { id: callId, name } = event;
    const text = await whyNot(guardCall, { name, argsText: this.#partial.textOf(event.block) });
    if (text !== null) this.#interrupt({ type: "guard", callId, text });
  }

  #interrupt(interruption: Interruption): void {
    this.interruption = interruption;
    this.#stop();
  }
}

/** A guard that fails guards nothing: the call itself will be checked again. */
async function whyNot(
  guardCall: GuardCall,
  call: Parameters<GuardCall>[0],
): Promise<string | null> {
  try {
    return await guardCall(call);
  } catch {
    return null;
  }
}
