import type { EventEnvelope, HostConnection, SessionState } from "@squire/protocol";

type Listener = (envelope: EventEnvelope | null) => void;

/**
 * One session that is watched as long as the client is there: it stays open between turns, and no
 * event of a turn can be missed because nobody was listening yet.
 */
export class SessionWatch {
  readonly id: string;
  readonly #stream: AsyncIterator<EventEnvelope>;
  readonly #listeners = new Set<Listener>();
  #isOver = false;

  static async open(connection: HostConnection, sessionKey: string): Promise<SessionWatch> {
    const { session } = await connection.call("sessions.attach", { sessionKey });
    const stream = connection.events(session.id)[Symbol.asyncIterator]();
    // Whoever has heard something is among those who watch.
    await stream.next();
    return new SessionWatch(session, stream);
  }

  private constructor(session: SessionState, stream: AsyncIterator<EventEnvelope>) {
    this.id = session.id;
    this.#stream = stream;
    void this.#read(session.seq).catch(() => this.#end());
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Everything from now on; null: the session was closed. */
  listen(listener: Listener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  async close(): Promise<void> {
    await this.#stream.return?.();
  }

  async #read(known: number): Promise<void> {
    for (
      let next = await this.#stream.next();
      next.done !== true;
      next = await this.#stream.next()
    ) {
      if (next.value.seq <= known) continue;
      for (const listener of this.#listeners) listener(next.value);
    }
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    for (const listener of this.#listeners) listener(null);
  }
}
