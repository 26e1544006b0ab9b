import type { HostConnection, JsonlCommand } from "@squire/protocol";
import type { Answering } from "./envelopes.ts";
import type { SessionWatch } from "./session-watch.ts";
import { turnLines, type TurnLines } from "./turn-lines.ts";

type Running = {
  readonly lines: TurnLines;
  /** Known when the host has taken the message; null: it did not. */
  readonly runId: Promise<string | null>;
};

/** The turns of one session that this client has begun or follows, one at a time. */
export class Chats {
  readonly #connection: HostConnection;
  readonly #watch: SessionWatch;
  #running: Running | null = null;
  /** One behind the other, in the order in which they came. */
  #last: Promise<void> = Promise.resolve();
  readonly #waiting = new Set<string>();

  constructor(connection: HostConnection, watch: SessionWatch) {
    this.#connection = connection;
    this.#watch = watch;
  }

  /** A new one stops all before it, unless it is to wait (PROT-7). Rejects when it cannot begin. */
  begin({ content, queue = false }: JsonlCommand<"chat">, answer: Answering): Promise<void> {
    if (!queue) this.#giveWay();
    this.#waiting.add(answer.requestId);
    const run = this.#begun(this.#last, content, answer);
    this.#last = run.catch(() => {});
    return run;
  }

  /** What runs ends, and what has not begun never does; each says so when its turn comes. */
  #giveWay(): void {
    this.#waiting.clear();
    // If the host does not stop it, the next one waits for its end.
    this.stop().catch(() => {});
  }

  async #begun(
    before: Promise<void>,
    message: JsonlCommand<"chat">["content"],
    answer: Answering,
  ): Promise<void> {
    await before;
    // It was told to stop before it began.
    if (!this.#waiting.delete(answer.requestId)) {
      return answer.send({ type: "aborted", partialSaved: false });
    }
    const { id: sessionKey } = this.#watch;
    const lines = turnLines(this.#watch, answer);
    const sent = this.#connection.call("chat.send", { sessionKey, message });
    await this.#run(lines, runOf(sent));
  }

  /** The turn that runs now, from here on, to its end; nothing if none does. */
  follow(answer: Answering): Promise<void> {
    return this.during(answer, async () => {
      const { id: sessionKey } = this.#watch;
      const { session } = await this.#connection.call("sessions.attach", { sessionKey });
      const { runId } = session;
      if (runId === null || this.#running !== null) return null;
      for (const request of session.approvals) answer.send({ type: "approval_request", request });
      for (const question of session.questions) answer.send({ type: "question", question });
      return runId;
    });
  }

  /**
   * Follows the turn that `begin` names to its end; null: there is none. It is listened for before, since a
   * turn may be over when its name comes.
   */
  async during(answer: Answering, begin: () => Promise<string | null>): Promise<void> {
    const lines = turnLines(this.#watch, answer);
    try {
      const runId = await begin();
      if (runId === null || this.#running !== null) return lines.cancel();
      const run = this.#run(lines, Promise.resolve(runId));
      this.#last = run.catch(() => {});
      await run;
    } catch (error) {
      lines.cancel();
      throw error;
    }
  }

  /** Resolves when its terminal event was sent. False: there is nothing to stop. */
  async stop(requestId?: string): Promise<boolean> {
    const running = this.#running;
    if (requestId !== undefined && running?.lines.answer.requestId !== requestId) {
      return this.#waiting.delete(requestId);
    }
    if (running === null) return false;
    running.lines.mute();
    const runId = await running.runId;
    if (runId !== null) await this.#connection.call("chat.abort", { runId });
    await running.lines.over;
    return true;
  }

  async close(): Promise<void> {
    this.#waiting.clear();
    await this.stop();
    await this.#last;
    await this.#watch.close();
  }

  async #run(lines: TurnLines, sent: Promise<string>): Promise<void> {
    const running = { lines, runId: sent.catch(() => null) };
    this.#running = running;
    try {
      lines.own(await sent);
      await lines.over;
    } catch (error) {
      lines.cancel();
      throw error;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }
}

async function runOf(sent: Promise<{ readonly runId: string }>): Promise<string> {
  return (await sent).runId;
}
