import type { EventEnvelope } from "./event.ts";
import type { PresenceClient } from "./events/session.ts";
import type { MethodName, MethodParams, MethodResult } from "./method.ts";

/** Whoever uses the host, as others see it. */
export type WhoConnects = Pick<PresenceClient, "face"> & {
  /** Stays the same when a client comes back; made up when absent. */
  readonly clientId?: string;
};

/** The host as one face has it, in process or over a socket. */
export type HostConnection = {
  readonly clientId: string;
  /** Rejects with a `HostError` and nothing else. */
  readonly call: <M extends MethodName>(
    method: M,
    params: MethodParams<M>,
  ) => Promise<MethodResult<M>>;
  /**
   * The events of a session after `fromSeq`, and from then on as they happen. With 0, or when those
   * are no longer there, `session.restored` comes first and stands for all before it. Listening keeps
   * nobody waiting: who is too slow gets `session.restored` again. Ends with `return()` or `close()`.
   */
  readonly events: (sessionKey: string, fromSeq?: number) => AsyncIterable<EventEnvelope>;
  /** The session goes on; its questions wait for somebody else. */
  readonly close: () => Promise<void>;
};
