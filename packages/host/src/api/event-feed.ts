import type { AgentEvent, EventEnvelope } from "@squire/protocol";
import { eventSize } from "./event-size.ts";

export type FeedOptions = {
  readonly sessionId: string;
  readonly now: () => number;
  /** What comes first for who was not there: everything up to now. Must not wait for anything. */
  readonly restored: (reason: "behind") => AgentEvent<"session.restored">;
  /** How much of the past is held; what is older comes as `session.restored`. */
  readonly most?: { readonly events: number; readonly chars: number };
};

const MOST = { events: 8_192, chars: 8 * 1024 * 1024 };

/**
 * The events of a session in their order: `seq` counts from 1 without gaps. Everybody reads the same
 * list at their own speed; who falls out of it begins anew, and nobody is ever waited for (GW-9).
 */
export class EventFeed {
  /** What `seq` counts in: nobody can take a number of another opening for one of this. */
  readonly stream = crypto.randomUUID();
  readonly #options: FeedOptions;
  readonly #most: { readonly events: number; readonly chars: number };
  /** The newest ones; the first has the number `#first`. Those before `#start` are gone. */
  #ring: EventEnvelope[] = [];
  #start = 0;
  #first = 1;
  #chars = 0;
  #seq = 0;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#most = options.most ?? MOST;
  }

  /** The number of the newest event; 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  /** The oldest number that is still held. */
  get oldest(): number {
    return this.#first;
  }

  publish(event: AgentEvent): void {
    if (this.#isClosed) return;
    const { sessionId, now } = this.#options;
    this.#seq++;
    this.#ring.push({ sessionId, seq: this.#seq, at: now(), event });
    this.#chars += eventSize(event);
    this.#forget();
    this.#wake();
  }

  /** The place in this stream that somebody means who has read another one up to `fromSeq`. */
  placeOf(fromSeq: number, stream: string | undefined): number {
    return stream === undefined || stream === this.stream ? fromSeq : 0;
  }

  /** All events after `fromSeq`, from then on as they come; ends when the feed or the reader does. */
  async *read(fromSeq: number, signal: AbortSignal): AsyncGenerator<EventEnvelope, void, void> {
    let seq = fromSeq;
    const stop = (): void => this.#wake();
    signal.addEventListener("abort", stop, { once: true });
    try {
      while (!signal.aborted) {
        const next = this.#after(seq);
        if (next !== null) {
          ({ seq } = next);
          yield next;
        } else if (this.#isClosed) return;
        else await this.#more();
      }
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Who reads gets what is there, and then the end. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Null: there is nothing more now. */
  #after(seq: number): EventEnvelope | null {
    if (seq === this.#seq) return null;
    const held = this.#ring[this.#start + seq + 1 - this.#first];
    if (seq + 1 >= this.#first && seq < this.#seq && held !== undefined) return held;
    const { sessionId, now, restored } = this.#options;
    return { sessionId, seq: this.#seq, at: now(), event: restored("behind") };
  }

  #forget(): void {
    const { events, chars } = this.#most;
    while (this.#ring.length - this.#start > 1) {
      const count = this.#ring.length - this.#start;
      const oldest = this.#ring[this.#start];
      if ((count <= events && this.#chars <= chars) || oldest === undefined) break;
      this.#chars -= eventSize(oldest.event);
      this.#start++;
      this.#first++;
    }
    // Moving everything by one each time would cost more than the events do.
    if (this.#start > this.#most.events) {
      this.#ring = this.#ring.slice(this.#start);
      this.#start = 0;
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.add(resolve));
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}
