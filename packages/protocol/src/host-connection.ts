import type { EventEnvelope } from "./event.ts";
import type { PresenceClient } from "./events/session.ts";
import type { MethodName, MethodParams, MethodResult } from "./method.ts";

/**
 * From where a client reaches the host. `here`: the process that runs it, started by the user; `program`:
 * a program of the user with the token, on this machine; `page`: a browser, or another machine.
 */
export type Reach = "here" | "program" | "page";

/** Whoever uses the host, as others see it. */
export type WhoConnects = Pick<PresenceClient, "face"> & {
  /** Absent: here. */
  readonly reach?: Reach;
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
   * `stream` is what `fromSeq` was counted in: in another opening of the session it means nothing.
   */
  readonly events: (
    sessionKey: string,
    fromSeq?: number,
    stream?: string,
  ) => AsyncIterable<EventEnvelope>;
  /** The session goes on; its questions wait for somebody else. */
  readonly close: () => Promise<void>;
};
