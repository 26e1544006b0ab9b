import type { EventEnvelope, UserFailure } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import type { Push } from "@squire/protocol/wire";
import { fitPush } from "./fit-frame.ts";
import type { Outbox } from "./outbox.ts";
import { pushCodec } from "./push-codec.ts";

export type PumpInput = {
  readonly events: AsyncIterable<EventEnvelope>;
  readonly outbox: Outbox;
  /** `push`: in the words of GW-7; `full`: each event as it is. */
  readonly form: "push" | "full";
  /** Stands on every frame when the client has named it. */
  readonly subscription: string | undefined;
  /** The stream is over, and nobody has stopped it from here. */
  readonly onEnded: () => void;
};

/** One stream of a session on its way to one client. */
export type Pump = {
  readonly sessionId: string;
  /** Resolves when nothing more is sent. */
  stop(): Promise<void>;
};

/** Others must get their turn in between. */
const BATCH = 256;

/**
 * Sends events as fast as the client takes them. The feed waits for nobody: who was too slow is told
 * `lagged`, and then how things stand.
 */
export function startPump(sessionId: string, input: PumpInput): Pump {
  const stream = input.events[Symbol.asyncIterator]();
  let isStopped = false;
  const ended = (failure?: UserFailure): void => {
    if (isStopped) return;
    input.onEnded();
    const data = failure === undefined ? {} : { failure };
    const push: Push = { event: "session.ended", data, sessionKey: sessionId };
    input.outbox.send({ ...push, ...named(input) });
  };
  const done = run(stream, input).then(
    () => ended(),
    (error: unknown) => ended(failureOf(error)),
  );
  return {
    sessionId,
    stop: async () => {
      isStopped = true;
      await stream.return?.();
      await done;
    },
  };
}

async function run(stream: AsyncIterator<EventEnvelope>, input: PumpInput): Promise<void> {
  const { outbox, form } = input;
  const pushes = form === "full" ? rawPush : pushCodec();
  let lastSeq = 0;
  for (let count = 1; ; count++) {
    const next = await stream.next();
    if (next.done === true || outbox.isClosed) return;
    const { value: envelope } = next;
    if (lastSeq > 0 && isBehind(envelope)) {
      const place = { sessionKey: envelope.sessionId, ...named(input) };
      outbox.send({ event: "lagged", data: { lastSeq }, ...place } satisfies Push);
    }
    for (const push of pushes(envelope)) {
      outbox.send({ ...push, ...named(input) }, () => ({ ...fitPush(push), ...named(input) }));
    }
    lastSeq = envelope.seq;
    if (!(await outbox.room())) return;
    if (count % BATCH === 0) await new Promise(setImmediate);
  }
}

function named({ subscription }: PumpInput): { readonly subscription?: string } {
  return subscription === undefined ? {} : { subscription };
}

function failureOf(error: unknown): UserFailure {
  if (error instanceof HostError) return error.failure;
  return { code: "internal", message: "Squire failed; this is a bug.", retryable: false };
}

function rawPush(envelope: EventEnvelope): readonly Push[] {
  const { sessionId: sessionKey, seq, at } = envelope;
  return [{ event: "session.event", data: envelope, sessionKey, seq, at }];
}

function isBehind({ event }: EventEnvelope): boolean {
  return event.type === "session.restored" && event.reason === "behind";
}
