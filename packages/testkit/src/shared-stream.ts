import { isTerminal } from "@squire/protocol";
import type { ModelEvent, ModelStream } from "@squire/protocol";

/**
 * One source for any number of readers: each sees every event from the start. Nothing is produced
 * before somebody asks, and `result()` asks by itself when nobody iterates.
 */
export function sharedStream(source: AsyncIterator<ModelEvent>): ModelStream {
  const events: ModelEvent[] = [];
  let ended = false;
  let pulling: Promise<void> | undefined;

  async function pull(): Promise<void> {
    const next = await source.next();
    if (next.done) ended = true;
    else events.push(next.value);
    pulling = undefined;
  }

  async function* read(): AsyncGenerator<ModelEvent> {
    for (let at = 0; ; at++) {
      while (at >= events.length && !ended) await (pulling ??= pull());
      const event = events[at];
      if (event === undefined) return;
      yield event;
    }
  }

  return {
    [Symbol.asyncIterator]: read,
    async result() {
      for await (const event of read()) if (isTerminal(event)) return event;
      throw new Error("A scripted stream ended without a terminal event.");
    },
  };
}
