import type { HostConnection, JsonValue, MethodName, MethodParams } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { ERROR_CODES, errorCodeOf, isMethodName, parseParams, talks } from "@squire/protocol/wire";
import type { FrameId, RequestFrame } from "@squire/protocol/wire";
import type { Outbox } from "./outbox.ts";
import { startPump, type Pump } from "./pump.ts";

/** So many may be under way; some take as long as a turn. */
const MOST_OPEN = 128;
const MOST_STREAMS = 2_048;

/** The requests of one client that is known, and the sessions it listens to. */
export class RequestDesk {
  readonly #connection: HostConnection;
  readonly #outbox: Outbox;
  readonly #pumps = new Map<string, Pump>();
  #open = 0;

  constructor(connection: HostConnection, outbox: Outbox) {
    this.#connection = connection;
    this.#outbox = outbox;
  }

  take({ id, method, params }: RequestFrame): void {
    if (!isMethodName(method)) {
      const message = `There is no method "${method.slice(0, 80)}".`;
      return this.#outbox.error(id, ERROR_CODES.unknownMethod, message);
    }
    if (this.#open >= MOST_OPEN) {
      return this.#outbox.error(id, ERROR_CODES.busy, "Too many requests are under way.");
    }
    this.#open++;
    void this.#answer(id, method, params ?? {}).finally(() => void this.#open--);
  }

  async close(): Promise<void> {
    const pumps = [...this.#pumps.values()];
    this.#pumps.clear();
    await this.#connection.close();
    await Promise.all(pumps.map((pump) => pump.stop()));
  }

  async #answer(id: FrameId, method: MethodName, params: unknown): Promise<void> {
    try {
      if (method === "sessions.attach") return await this.#attach(id, params);
      if (method === "sessions.detach") return await this.#detach(id, params);
      if (talks(method)) await this.#hearOwnTurn(params);
      // The host checks the params of every call.
      const result = await this.#connection.call(method, params as MethodParams<typeof method>);
      this.#outbox.result(id, result);
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #fail(id: FrameId, error: unknown): void {
    if (error instanceof HostError) {
      const { failure } = error;
      const data: JsonValue = { ...failure };
      return this.#outbox.error(id, errorCodeOf(failure.code), failure.message, data);
    }
    this.#outbox.error(id, ERROR_CODES.internal, "Squire failed; this is a bug.");
  }

  async #attach(id: FrameId, params: unknown): Promise<void> {
    const parsed = parseParams("sessions.attach", params);
    if (!parsed.ok) return this.#outbox.error(id, parsed.code, parsed.message);
    if (parsed.call.method !== "sessions.attach") return;
    const { params: wanted } = parsed.call;
    const { session, nextSeq } = await this.#connection.call("sessions.attach", wanted);
    const name = wanted.subscription ?? session.id;
    if (!this.#pumps.has(name) && this.#pumps.size >= MOST_STREAMS) {
      return this.#outbox.error(id, ERROR_CODES.busy, "This client listens to too many sessions.");
    }
    // What began by itself makes room for what was asked for.
    await this.#stop(name);
    if (wanted.subscription !== undefined) await this.#stop(session.id);
    this.#outbox.result(id, { session, nextSeq });
    this.#listen(name, {
      sessionId: session.id,
      fromSeq: wanted.fromSeq ?? 0,
      // Without a name the number can only mean the stream that there is.
      stream: wanted.stream ?? session.stream,
      form: wanted.events ?? "push",
      subscription: wanted.subscription,
    });
  }

  async #detach(id: FrameId, params: unknown): Promise<void> {
    const parsed = parseParams("sessions.detach", params);
    if (!parsed.ok) return this.#outbox.error(id, parsed.code, parsed.message);
    if (parsed.call.method !== "sessions.detach") return;
    const ok = await this.#stop(parsed.call.params.subscription);
    this.#outbox.result(id, { ok });
  }

  /** A client that sends without having attached hears the turn all the same (GW-7). */
  async #hearOwnTurn(params: unknown): Promise<void> {
    const key = keyOf(params);
    if (key === null || [...this.#pumps.values()].some(({ sessionId }) => sessionId === key))
      return;
    const { session } = await this.#connection.call("sessions.attach", { sessionKey: key });
    const { id: sessionId, seq: fromSeq, stream } = session;
    if ([...this.#pumps.values()].some((pump) => pump.sessionId === sessionId)) return;
    if (this.#pumps.size >= MOST_STREAMS) return;
    this.#listen(sessionId, { sessionId, fromSeq, stream, form: "push", subscription: undefined });
  }

  #listen(name: string, wanted: Wanted): void {
    const { sessionId, fromSeq, stream, form, subscription } = wanted;
    const events = this.#connection.events(sessionId, fromSeq, stream);
    const onEnded = (): void => {
      if (this.#pumps.get(name) === pump) this.#pumps.delete(name);
    };
    const input = { events, outbox: this.#outbox, form, subscription, onEnded };
    const pump = startPump(sessionId, input);
    this.#pumps.set(name, pump);
  }

  async #stop(name: string): Promise<boolean> {
    const pump = this.#pumps.get(name);
    this.#pumps.delete(name);
    await pump?.stop();
    return pump !== undefined;
  }
}

type Wanted = {
  readonly sessionId: string;
  readonly fromSeq: number;
  readonly stream: string;
  readonly form: "push" | "full";
  readonly subscription: string | undefined;
};

function keyOf(params: unknown): string | null {
  if (typeof params !== "object" || params === null) return null;
  const key: unknown = Reflect.get(params, "sessionKey");
  return typeof key === "string" && key !== "" ? key : null;
}
