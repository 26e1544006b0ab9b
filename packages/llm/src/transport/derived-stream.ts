import type { ModelEvent, ModelStream } from "@squire/protocol";
import { arrived, emitStream } from "./stream.ts";
import type { Emit } from "./stream.ts";

/** What becomes of the events of a stream. `close` comes once, after the last of them. */
export type EventFilter = {
  readonly accept: (event: ModelEvent) => void;
  readonly close?: () => void;
};

/** A stream made from another one: it ends as that one does, and gives it up when its reader leaves. */
export function derivedStream(
  stream: ModelStream,
  filter: (emit: Emit) => EventFilter,
): ModelStream {
  const never = new AbortController().signal;
  return emitStream(async (emit, signal) => {
    const events = stream[Symbol.asyncIterator]();
    signal.addEventListener("abort", () => void events.return?.(), { once: true });
    const { accept, close } = filter(emit);
    try {
      for (let step = await events.next(); step.done !== true; step = await events.next()) {
        accept(step.value);
        for (const event of arrived(events)) accept(event);
      }
    } finally {
      close?.();
    }
    // Already there, unless the reader left before the end.
    emit(await stream.result());
  }, never);
}
