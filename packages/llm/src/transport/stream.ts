import type { ModelEvent, ModelStream, TerminalEvent } from "@squire/protocol";
import { isTerminal, NO_USAGE } from "@squire/protocol/values";
import { excerpt } from "./excerpt.ts";
import { redact } from "./redact.ts";

export type Emit = (event: ModelEvent) => void;

const LAG_LIMIT = 10_000;

/**
 * A model stream from code that emits events. It runs once, from the first `next()` or `result()`
 * on, and should end with a terminal event: what it emits later is dropped, and a terminal event is
 * made up when it throws or gives none. Its signal fires with the outer one and when the reader
 * stops early. Events wait in order, without limit, for one reader.
 */
export function emitStream(
  run: (emit: Emit, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): ModelStream {
  return new EventStream(run, signal);
}

/** The same from a generator. */
export function modelStream(
  generate: (signal: AbortSignal) => AsyncIterable<ModelEvent>,
  signal: AbortSignal,
): ModelStream {
  return emitStream(async (emit, linked) => {
    for await (const event of generate(linked)) {
      emit(event);
      if (isTerminal(event)) return;
    }
  }, signal);
}

class EventStream implements AsyncIterableIterator<ModelEvent> {
  readonly #run: (emit: Emit, signal: AbortSignal) => Promise<void>;
  readonly #outer: AbortSignal;
  readonly #inner = new AbortController();
  readonly #abort = (): void => this.#inner.abort(this.#outer.reason);
  readonly #result = Promise.withResolvers<TerminalEvent>();
  #queue: ModelEvent[] = [];
  #head = 0;
  #waiting: ((step: IteratorResult<ModelEvent, undefined>) => void)[] = [];
  #state: "idle" | "running" | "ended" = "idle";
  #left = false;
  #warned = false;

  constructor(run: (emit: Emit, signal: AbortSignal) => Promise<void>, outer: AbortSignal) {
    this.#run = run;
    this.#outer = outer;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  result(): Promise<TerminalEvent> {
    this.#start();
    return this.#result.promise;
  }

  next(): Promise<IteratorResult<ModelEvent, undefined>> {
    this.#start();
    const value = this.#take();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#left || this.#state === "ended") {
      return Promise.resolve({ done: true, value: undefined });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The reader stops early: the request is given up, `result()` still resolves. */
  return(): Promise<IteratorResult<ModelEvent, undefined>> {
    this.#left = true;
    this.#queue = [];
    this.#head = 0;
    if (this.#state !== "ended") this.#inner.abort(new DOMException("Nobody reads.", "AbortError"));
    this.#dismiss();
    return Promise.resolve({ done: true, value: undefined });
  }

  #start(): void {
    if (this.#state !== "idle") return;
    this.#state = "running";
    if (this.#outer.aborted) this.#abort();
    else this.#outer.addEventListener("abort", this.#abort, { once: true });
    void this.#pump();
  }

  async #pump(): Promise<void> {
    try {
      await this.#run((event) => this.#emit(event), this.#inner.signal);
      this.#breakOff("the stream ended without a result");
    } catch (error) {
      this.#breakOff(error instanceof Error ? error.message : String(error));
    } finally {
      this.#outer.removeEventListener("abort", this.#abort);
    }
  }

  /** For code that has not ended its stream itself. */
  #breakOff(reason: string): void {
    if (this.#state !== "ended") this.#emit(brokenReply(reason));
  }

  #emit(event: ModelEvent): void {
    if (this.#state === "ended") return;
    const reader = this.#waiting.shift();
    if (reader !== undefined) reader({ done: false, value: event });
    else if (!this.#left) this.#enqueue(event);
    if (!isTerminal(event)) return;
    this.#state = "ended";
    this.#outer.removeEventListener("abort", this.#abort);
    this.#result.resolve(event);
    this.#dismiss();
  }

  #enqueue(event: ModelEvent): void {
    if (!this.#warned && this.#queue.length - this.#head >= LAG_LIMIT) {
      this.#warned = true;
      const message = `The reader is more than ${LAG_LIMIT} events behind the model.`;
      this.#queue.push({ type: "warning", code: "consumer.lagging", message });
    }
    this.#queue.push(event);
  }

  #take(): ModelEvent | undefined {
    const event = this.#queue[this.#head];
    if (event === undefined) return undefined;
    this.#head++;
    if (this.#head === this.#queue.length || this.#head > LAG_LIMIT) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    return event;
  }

  #dismiss(): void {
    for (const reader of this.#waiting.splice(0)) reader({ done: true, value: undefined });
  }
}

/** The end of a reply whose code gave none. */
export function brokenReply(reason: string): TerminalEvent {
  return {
    type: "error",
    failure: {
      kind: "protocol",
      message: `The reply could not be read: ${excerpt(redact(reason, []))}.`,
      advice: "This is a fault in Squire: please report it.",
      retryable: false,
    },
    partial: null,
    usage: NO_USAGE,
  };
}
