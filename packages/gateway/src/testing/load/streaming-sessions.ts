import { say, turn, type ServerScript } from "@squire/testkit";
import { gatewayProcess } from "./gateway-process.ts";
import { loadClient, type LoadEvent } from "./load-client.ts";

export type StreamingFigures = {
  readonly sessions: number;
  readonly events: number;
  /** Words of another session, gaps and repetitions. */
  readonly failures: readonly string[];
  /** From the event to the client, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** What a session that is open and watched costs while nothing happens. */
  readonly idleBytes: number | null;
};

const CLIENTS = 20;
const PIECES = 12;

/** Every session says its own name, piece by piece. */
const echo: ServerScript = ({ bodyText }) => {
  const [tag = "none"] = /tag-\d+-end/.exec(bodyText) ?? [];
  return turn(say(Array.from({ length: PIECES }, () => `${tag} `).join("")), {
    chunkBytes: 200,
    delayMs: { chunk: 60 },
  });
};

/** So many sessions on one gateway, all talking at once; `pace` is how many begin in a second. */
export async function streamSessions(count: number, pace: number): Promise<StreamingFigures> {
  await using gateway = await gatewayProcess(echo);
  const watch = new Watch();
  const clients = await Promise.all(
    Array.from({ length: Math.min(CLIENTS, count) }, () => loadClient(gateway, watch.hear)),
  );
  const keys: string[] = [];
  const open = async (index: number): Promise<void> => {
    const client = clients[index % clients.length];
    const { sessionKey } = (await client?.ask("sessions.create", { mode: "chat" })) ?? {};
    keys[index] = String(sessionKey);
    watch.expect(String(sessionKey), `tag-${index}-end`);
    await client?.ask("sessions.attach", { sessionKey, events: "full", fromSeq: 0 });
  };
  // The first ones load code; what a session costs is told by the others.
  const first = Math.min(clients.length, Math.ceil(count / 2));
  await eachOf(0, first, open);
  const before = gateway.memory();
  await eachOf(first, count, open);
  const after = gateway.memory();
  await eachOf(0, count, async (index) => {
    await new Promise((later) => setTimeout(later, (index / pace) * 1000));
    const client = clients[index % clients.length];
    const message = `say tag-${index}-end`;
    await client?.ask("chat.send", { sessionKey: keys[index], message });
  });
  await watch.allOver(count);
  for (const client of clients) client.close();
  const idleBytes = before === null || after === null ? null : (after - before) / (count - first);
  return { sessions: count, ...watch.figures(), idleBytes };
}

async function eachOf(
  from: number,
  to: number,
  run: (index: number) => Promise<void>,
): Promise<void> {
  await Promise.all(Array.from({ length: to - from }, (_, index) => run(from + index)));
}

class Watch {
  readonly #tags = new Map<string, string>();
  readonly #seqs = new Map<string, number>();
  readonly #failures: string[] = [];
  readonly #delays: number[] = [];
  #events = 0;
  #over = 0;
  #wake: (() => void) | null = null;

  expect(sessionKey: string, tag: string): void {
    this.#tags.set(sessionKey, tag);
  }

  readonly hear = ({ sessionId, seq, at, event }: LoadEvent): void => {
    this.#events++;
    const last = this.#seqs.get(sessionId) ?? 0;
    if (seq !== last + 1) this.#failures.push(`${sessionId}: ${seq} after ${last}`);
    this.#seqs.set(sessionId, seq);
    if (event.type === "text.delta") {
      this.#delays.push(Date.now() - at);
      const tag = this.#tags.get(sessionId) ?? "?";
      const strange = (event.text ?? "").match(/tag-\d+-end/g)?.find((one) => one !== tag);
      if (strange !== undefined) this.#failures.push(`${sessionId}: ${strange} is not ${tag}`);
    }
    if (/^turn\.(finished|failed|aborted)$/.test(event.type)) {
      if (event.type !== "turn.finished") this.#failures.push(`${sessionId}: ${event.type}`);
      this.#over++;
      this.#wake?.();
    }
  };

  async allOver(count: number): Promise<void> {
    while (this.#over < count) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  figures() {
    const sorted = this.#delays.toSorted((a, b) => a - b);
    const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0;
    return { events: this.#events, failures: this.#failures, p50: at(0.5), p99: at(0.99) };
  }
}
