import type { EventEnvelope } from "@squire/protocol";
import { jsonlCodec } from "./codec.ts";
import type { Answering } from "./envelopes.ts";
import type { SessionWatch } from "./session-watch.ts";

/** A turn on its way to the client that asked for it. */
export type TurnLines = {
  readonly answer: Answering;
  /** Resolves when its terminal event was sent. */
  readonly over: Promise<void>;
  /** From now on only its end is told (PROT-8). */
  mute(): void;
  /** Which turn it is: what came meanwhile is looked at now. */
  own(runId: string): void;
  /** It never began. */
  cancel(): void;
};

/** Listens from now on. What belongs to other turns belongs to other requests (PROT-6). */
export function turnLines(watch: SessionWatch, answer: Answering): TurnLines {
  const codec = jsonlCodec();
  const early: EventEnvelope[] = [];
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let runId: string | null = null;
  const tell = ({ event }: EventEnvelope): void => {
    if ("runId" in event && event.runId !== undefined && event.runId !== runId) return;
    for (const line of codec({ event })) answer.send(line);
    if (answer.isOver) end();
  };
  const listening = watch.listen((envelope) => {
    if (envelope === null) {
      // A command may close a session without having begun anything there.
      if (runId !== null) closed();
    } else if (runId === null) early.push(envelope);
    else tell(envelope);
  });
  const closed = (): void => {
    answer.send({ type: "error", message: "The session was closed.", recoverable: false });
    end();
  };
  const end = (): void => {
    listening[Symbol.dispose]();
    resolve();
  };
  return {
    answer,
    over,
    mute: () => void codec({ event: { type: "stop.ordered", runId: "", by: "" } }),
    own: (known) => {
      runId = known;
      for (const envelope of early.splice(0)) tell(envelope);
      if (watch.isOver && !answer.isOver) closed();
    },
    cancel: end,
  };
}
