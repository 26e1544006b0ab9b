import type { EventEnvelope } from "@squire/protocol";
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
  const done = run(stream, input).catch(() => {});
  return {
    sessionId,
    stop: async () => {
      await stream.return?.();
      await done;
    },
  };
}

async function run(stream: AsyncIterator<EventEnvelope>, input: PumpInput): Promise<void> {
  const { outbox, form, subscription } = input;
  const named = subscription === undefined ? {} : { subscription };
  const pushes = form === "full" ? rawPush : pushCodec();
  let lastSeq = 0;
  for (let count = 1; ; count++) {
    const next = await stream.next();
    if (next.done === true || outbox.isClosed) return;
    const { value: envelope } = next;
    if (lastSeq > 0 && isBehind(envelope)) {
      const place = { sessionKey: envelope.sessionId, ...named };
      outbox.send({ event: "lagged", data: { lastSeq }, ...place } satisfies Push);
    }
    for (const push of pushes(envelope)) {
      outbox.send({ ...push, ...named }, () => ({ ...fitPush(push), ...named }));
    }
    lastSeq = envelope.seq;
    if (!(await outbox.room())) return;
    if (count % BATCH === 0) await new Promise(setImmediate);
  }
}

function rawPush(envelope: EventEnvelope): readonly Push[] {
  const { sessionId: sessionKey, seq, at } = envelope;
  return [{ event: "session.event", data: envelope, sessionKey, seq, at }];
}

function isBehind({ event }: EventEnvelope): boolean {
  return event.type === "session.restored" && event.reason === "behind";
}
