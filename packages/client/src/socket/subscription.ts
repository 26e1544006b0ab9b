import type { EventEnvelope } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";

/** So many may wait for a reader; then it begins again from where it is. */
const MOST_WAITING = 8_192;

/** How far a stream was read, and what its numbers count in. */
export type Place = { readonly seq: number; readonly stream: string | undefined };

/**
 * The events of one session on their way to one reader. It stays the same when the line is another one: it
 * goes on behind the last event that has come in, without gap and without twice.
 */
export class Subscription {
  readonly name: string;
  readonly sessionKey: string;
  #place: Place;
  #queue: EventEnvelope[] = [];
  #isHeld = false;
  /** Behind which event something was missing the last time. */
  #missingAt: number | null = null;
  #wake: (() => void) | null = null;
  #end: { readonly error: Error | null } | null = null;

  constructor(name: string, sessionKey: string, place: Place) {
    this.name = name;
    this.sessionKey = sessionKey;
    this.#place = place;
  }

  /** From where the host is to go on. */
  get place(): Place {
    return this.#place;
  }

  /** From now on what comes is of an older wish, until the host has taken the new one. */
  hold(): this {
    this.#isHeld = true;
    return this;
  }

  release(): void {
    this.#isHeld = false;
  }

  /** False: the reader is too slow, or something is missing; ask again from `place`. */
  push(envelope: EventEnvelope): boolean {
    if (this.#end !== null || this.#isHeld) return true;
    const { event, seq } = envelope;
    const isFresh = event.type === "session.restored";
    // What was on its way when the line broke comes again.
    if (!isFresh && seq <= this.#place.seq) return true;
    if (!isFresh && seq !== this.#place.seq + 1) return this.#isMissing();
    if (this.#queue.length >= MOST_WAITING) return this.#beginAgain();
    if (isFresh) this.#missingAt = null;
    this.#place = { seq, stream: isFresh ? event.state.stream : this.#place.stream };
    this.#queue.push(envelope);
    this.#wakeUp();
    return true;
  }

  get isOver(): boolean {
    return this.#end !== null;
  }

  end(error: Error | null): void {
    this.#end ??= { error };
    this.#wakeUp();
  }

  /** The host says that nothing more comes. False: of an older wish, which counts no more. */
  endedByHost(error: Error | null): boolean {
    if (this.#isHeld) return false;
    this.end(error);
    return true;
  }

  /** The next event; null at the end. Rejects when it ended badly. */
  async next(): Promise<EventEnvelope | null> {
    for (;;) {
      const envelope = this.#queue.shift();
      if (envelope !== undefined) return envelope;
      if (this.#end !== null) {
        if (this.#end.error !== null) throw this.#end.error;
        return null;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** What is missing even when it was asked for will not come: asking on would never end. */
  #isMissing(): boolean {
    if (this.#missingAt !== this.#place.seq) {
      this.#missingAt = this.#place.seq;
      return false;
    }
    this.end(unreadable(`event ${this.#place.seq + 1} does not come`));
    return true;
  }

  /** What waits is thrown away: the host tells it again, or tells how things stand. */
  #beginAgain(): false {
    const [first] = this.#queue;
    this.#queue = [];
    if (first !== undefined) this.#place = { ...this.#place, seq: first.seq - 1 };
    return false;
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}

/** What the host says makes no sense here. */
export function unreadable(why: string): HostError {
  return new HostError({
    code: "internal",
    message: `The events of the host cannot be read: ${why}.`,
    advice: "Is the host of another version? Start both from the same one.",
    retryable: false,
  });
}
