import { isTerminal } from "@squire/protocol/values";
import type { ModelEvent, ModelStream } from "@squire/protocol";

/**
 * A model stream over one source, for any number of readers: each sees all events from the start.
 * The source runs when somebody reads or asks for the result, and then to its end: a reader that
 * leaves early does not stop it, the request's signal does.
 */
export function replayableStream(source: AsyncIterator<ModelEvent>): ModelStream {
  const events: ModelEvent[] = [];
  let ended = false;
  let pulling: Promise<void> | undefined;

  async function pull(): Promise<void> {
    try {
      const next = await source.next();
      if (next.done) ended = true;
      else events.push(next.value);
    } catch (error) {
      ended = true;
      throw error;
    } finally {
      pulling = undefined;
    }
  }

  async function drain(): Promise<void> {
    while (!ended) await (pulling ??= pull());
  }

  async function* read(): AsyncGenerator<ModelEvent> {
    try {
      for (let at = 0; ; at++) {
        while (at >= events.length && !ended) await (pulling ??= pull());
        const event = events[at];
        if (event === undefined) return;
        yield event;
      }
    } finally {
      void drain();
    }
  }

  return {
    [Symbol.asyncIterator]: read,
    async result() {
      for await (const event of read()) if (isTerminal(event)) return event;
      throw new Error("A model stream ended without a terminal event.");
    },
  };
}
