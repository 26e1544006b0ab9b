import type { HostClient } from "@squire/client";
import type {
  AgentEvent,
  EventEnvelope,
  KeptEvent,
  MethodName,
  SessionState,
  SessionSummary,
} from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import type { Knocking } from "../connect/connect-host.ts";
import type { Link, LinkState } from "../connect/link.ts";

type Answer = (params: Readonly<Record<string, unknown>>) => unknown;

/** A host inside the page: answers from a table, tells what it is told to tell, notes every call. */
export class FakeHost {
  readonly calls: { readonly method: string; readonly params: unknown }[] = [];
  readonly answers = new Map<string, Answer>();
  readonly #readers = new Set<(envelope: EventEnvelope) => void>();
  #listener: (state: LinkState) => void = () => {};
  #seq = 0;
  #trouble: string | null = null;
  state: SessionState;
  kept: readonly KeptEvent[] = [];
  earlier: string | null = null;

  constructor(state: SessionState) {
    this.state = state;
    for (const [method, answer] of Object.entries(defaults(this))) this.answers.set(method, answer);
  }

  /** Tells an event to everybody who listens. */
  tell(event: AgentEvent): void {
    this.#seq += 1;
    const envelope = { sessionId: this.state.id, seq: this.#seq, at: Date.now(), event };
    for (const read of this.#readers) read(envelope);
  }

  /** No session can be opened until that is mended. */
  fail(message: string): { readonly mend: () => void } {
    this.#trouble = message;
    return { mend: () => (this.#trouble = null) };
  }

  setLink(state: LinkState): void {
    this.#listener(state);
  }

  /** A page knocks. */
  link({ onState }: Knocking): Link {
    this.#listener = onState;
    onState({ type: "online" });
    return { client: this.client(), close: () => {} };
  }

  client(): HostClient {
    const call = async (method: MethodName, params: unknown): Promise<unknown> => {
      this.calls.push({ method, params });
      const answer = this.answers.get(method);
      if (answer !== undefined) return answer(params as Readonly<Record<string, unknown>>);
      const message = `The page of this test has no ${method}.`;
      throw new HostError({ code: "unsupported", message, retryable: false });
    };
    return {
      clientId: "web",
      call: call as HostClient["call"],
      events: (sessionKey) => {
        this.calls.push({ method: "events", params: { sessionKey } });
        return this.#events();
      },
      close: () => Promise.resolve(),
    };
  }

  async *#events(): AsyncGenerator<EventEnvelope> {
    if (this.#trouble !== null) {
      throw new HostError({ code: "internal", message: this.#trouble, retryable: false });
    }
    const waiting: EventEnvelope[] = [];
    let wake = (): void => {};
    const read = (envelope: EventEnvelope): void => {
      waiting.push(envelope);
      wake();
    };
    this.#readers.add(read);
    this.#seq += 1;
    const { state, kept: events, earlier } = this;
    const restored = {
      type: "session.restored",
      reason: "opened",
      state,
      events,
      earlier,
    } as const;
    yield { sessionId: state.id, seq: this.#seq, at: Date.now(), event: restored };
    try {
      for (;;) {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      this.#readers.delete(read);
    }
  }
}

function defaults(host: FakeHost): Readonly<Record<string, Answer>> {
  return {
    "setup.get": () => ({
      version: "0.1.0",
      cwd: host.state.cwd,
      trusted: true,
      offline: false,
      mode: "code",
      model: host.state.model,
      keys: [],
      servers: [],
      sessions: 3,
      notes: [],
    }),
    "commands.list": () => ({ commands: [] }),
    "sessions.list": () => ({ sessions: [summaryOf(host.state)], total: 1 }),
    "sessions.create": () => ({ sessionKey: host.state.id }),
    search: () => ({ hits: [] }),
    "chat.send": () => ({ runId: "run" }),
    "chat.abort": () => ({ ok: true }),
    "exec.approve": () => ({ ok: true, answer: { verdict: "approve", scope: "once", by: "web" } }),
    "exec.deny": () => ({ ok: true, answer: { verdict: "deny", by: "web" } }),
    "question.answer": () => ({ ok: true }),
    "mode.set": ({ mode }) => ({ mode }),
  };
}

function summaryOf(state: SessionState): SessionSummary {
  const { id, title, cwd, turns, costUsd, createdAt, updatedAt, running } = state;
  return { id, title, cwd, turns, costUsd, createdAt, updatedAt, running };
}
