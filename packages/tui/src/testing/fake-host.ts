import type { HostClient } from "@squire/client";
import type {
  AgentEvent,
  EventEnvelope,
  MethodName,
  MethodParams,
  MethodResult,
} from "@squire/protocol";

type Call = { readonly method: MethodName; readonly params: unknown };
type Handler = (params: never) => unknown;

/** A host that says what the test tells it to say, and keeps what it was asked. */
export class FakeHost implements HostClient {
  readonly clientId = "test";
  readonly calls: Call[] = [];
  readonly #handlers = new Map<string, Handler>();
  readonly #events: EventEnvelope[] = [];
  #wake: (() => void)[] = [];
  #closed = false;
  #at = 1_000;

  /** How a method answers; what has no answer here gets an empty one. */
  on<M extends MethodName>(method: M, handler: (params: MethodParams<M>) => MethodResult<M>): this {
    this.#handlers.set(method, handler);
    return this;
  }

  emit(...events: readonly AgentEvent[]): void {
    for (const event of events) {
      this.#at += 10;
      this.#events.push({ sessionId: "s1", seq: this.#events.length + 1, at: this.#at, event });
    }
    this.#rouse();
  }

  readonly call = async <M extends MethodName>(
    method: M,
    params: MethodParams<M>,
  ): Promise<MethodResult<M>> => {
    this.calls.push({ method, params });
    const handler = this.#handlers.get(method) ?? DEFAULTS[method];
    // Tests answer what the face reads; the types of the handlers are checked in `on`.
    return (handler?.(params as never) ?? {}) as MethodResult<M>;
  };

  async *events(_sessionKey: string, fromSeq = 0): AsyncIterable<EventEnvelope> {
    for (let at = fromSeq; !this.#closed;) {
      const next = this.#events[at];
      if (next === undefined) await new Promise<void>((wake) => this.#wake.push(wake));
      else {
        at += 1;
        yield next;
      }
    }
  }

  close = async (): Promise<void> => {
    this.#closed = true;
    this.#rouse();
  };

  called(method: MethodName): readonly unknown[] {
    return this.calls.filter((call) => call.method === method).map(({ params }) => params);
  }

  #rouse(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}

const DEFAULTS: Readonly<Record<string, () => unknown>> = {
  "setup.get": () => ({
    version: "0.1.0",
    cwd: "~/code/acme",
    trusted: true,
    offline: false,
    mode: "code",
    model: "mock/test-1",
    keys: [],
    servers: [],
    sessions: 0,
    notes: [],
  }),
  "commands.list": () => ({
    commands: [
      {
        name: "mode",
        aliases: [],
        args: "[mode]",
        description: "what you want",
        group: "settings",
        where: "host",
        whileRunning: true,
        opens: "modes",
      },
      {
        name: "compact",
        aliases: [],
        args: "",
        description: "summarise",
        group: "talk",
        where: "host",
        whileRunning: false,
      },
    ],
  }),
  "command.run": () => ({ text: "" }),
  "files.complete": () => ({ items: [] }),
};
