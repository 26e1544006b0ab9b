import type { HostConnection, JsonlCommand } from "@squire/protocol";
import { assertNever, HostError } from "@squire/protocol/values";
import { MAX_MESSAGE_BYTES, parseCommand, readyLine } from "@squire/protocol/wire";
import { Chats } from "./chats.ts";
import { answering, type Answering } from "./envelopes.ts";
import { SessionWatch } from "./session-watch.ts";
import { splitLines } from "./split-lines.ts";

export type StdioInput = {
  readonly connection: HostConnection;
  readonly input: AsyncIterable<Uint8Array>;
  readonly write: (line: string) => void;
  /** What is wrong with lines that cannot be read; not for the client's eyes (PROT-6). */
  readonly complain: (message: string) => void;
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => () => void;
  /** False: stay although nobody sends heartbeats. */
  readonly watchdog: boolean;
};

/** `silent`: no heartbeat came in time (PROT-5). */
export type StdioEnd = "closed" | "silent";

const SILENCE_MS = 15_000;

/** Serves one client until its input ends or its heart stops. What runs then is stopped first. */
export async function serveStdio(input: StdioInput): Promise<StdioEnd> {
  const { promise: silence, resolve: fallSilent } = Promise.withResolvers<"silent">();
  const server = new StdioServer(input, () => fallSilent("silent"));
  const end = await Promise.race([server.read(), silence]);
  await server.close();
  return end;
}

class StdioServer {
  readonly #input: StdioInput;
  readonly #onSilence: () => void;
  #cancelTimer = (): void => {};
  /** By the id of their session. */
  readonly #chats = new Map<string, Promise<Chats>>();
  /** The session in use: the one that was begun or named last. */
  #current: string | null = null;
  #beginning: Promise<string> | null = null;
  #made = 0;
  readonly #open = new Set<Promise<void>>();
  #isClosing = false;

  constructor(input: StdioInput, onSilence: () => void) {
    this.#input = input;
    this.#onSilence = onSilence;
  }

  async read(): Promise<"closed"> {
    const { input, write, complain } = this.#input;
    write(`${JSON.stringify(readyLine())}\n`);
    this.#beat();
    for await (const line of splitLines(input, MAX_MESSAGE_BYTES)) {
      if (line.kind === "too_long") complain(`A line of ${line.bytes} bytes is too long.`);
      else if (line.text.trim() !== "") this.#line(line.text);
    }
    return "closed";
  }

  async close(): Promise<void> {
    this.#cancelTimer();
    this.#isClosing = true;
    const all = await Promise.allSettled(this.#chats.values());
    const opened = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all(opened.map((chats) => chats.close()));
    await Promise.all(this.#open);
  }

  #line(text: string): void {
    const { complain } = this.#input;
    const command = parseCommand(jsonOf(text));
    if (command.kind === "problem") return complain(`A line is no command: ${command.message}`);
    if (command.kind === "unknown") {
      return complain(`There is no command "${command.value.type.slice(0, 80)}".`);
    }
    const done = this.#take(command.value).finally(() => this.#open.delete(done));
    this.#open.add(done);
  }

  #beat(): void {
    this.#cancelTimer();
    if (!this.#input.watchdog) return;
    this.#cancelTimer = this.#input.setTimer(this.#onSilence, SILENCE_MS);
  }

  /** Never rejects: a command that fails is answered with `error`. */
  async #take(command: JsonlCommand): Promise<void> {
    const requestId = command.requestId ?? `auto-${++this.#made}`;
    let sessionId: string | null = command.sessionId ?? this.#current;
    const answer = answering(this.#input, requestId, () => sessionId);
    try {
      await this.#obey(command, answer, (id) => (sessionId = id));
      if (command.type !== "heartbeat" && command.type !== "abort")
        answer.send({ type: "complete" });
    } catch (error) {
      answer.send(errorLine(error));
    }
  }

  async #obey(command: JsonlCommand, answer: Answering, at: (id: string) => void): Promise<void> {
    const { connection } = this.#input;
    if (command.type === "heartbeat") {
      this.#beat();
      return answer.send({ type: "heartbeat_ack" });
    }
    if (command.type === "abort") return this.#abort(command, answer);
    const sessionKey = await this.#session(command.sessionId);
    at(sessionKey);
    switch (command.type) {
      case "chat": {
        const chats = await this.#chatsOf(sessionKey);
        // Whoever asked has gone before it began.
        if (this.#isClosing) return answer.send({ type: "aborted", partialSaved: false });
        return chats.begin(command, answer);
      }
      case "attach":
      case "get_session":
        return this.#show(sessionKey, command, answer);
      case "query_history": {
        const { limit, offset } = command;
        const page = {
          ...(limit === undefined ? {} : { limit }),
          ...(offset === undefined ? {} : { offset }),
        };
        const found = await connection.call("chat.history", { sessionKey, ...page });
        return answer.send({ type: "query_history_result", ...found });
      }
      case "set_mode":
        return void (await connection.call("mode.set", { sessionKey, mode: command.mode }));
      case "set_trust":
        return void (await connection.call("trust.set", { sessionKey, trust: command.trust }));
      case "set_model": {
        const { model, thinking } = command;
        const level = thinking === undefined ? {} : { thinking };
        return void (await connection.call("models.set", { sessionKey, model, ...level }));
      }
      case "command":
        return this.#run(sessionKey, command, answer);
      case "approve":
      case "deny":
      case "answer":
        return this.#decide(command);
      default:
        return assertNever(command);
    }
  }

  /** An answer that somebody else gave first is no failure: there is nothing more to answer. */
  async #decide(command: JsonlCommand<"approve" | "deny" | "answer">): Promise<void> {
    const { connection } = this.#input;
    if (command.type === "approve") {
      const { approvalId, scope } = command;
      await connection.call("exec.approve", {
        approvalId,
        ...(scope === undefined ? {} : { scope }),
      });
    } else if (command.type === "deny") {
      const { approvalId, reason } = command;
      await connection.call("exec.deny", {
        approvalId,
        ...(reason === undefined ? {} : { reason }),
      });
    } else {
      const { questionId, optionId, text } = command;
      await connection.call("question.answer", {
        questionId,
        ...(optionId === undefined ? {} : { optionId }),
        ...(text === undefined ? {} : { text }),
      });
    }
  }

  /** How a session stands; who attaches goes on with it, and with the turn that runs there. */
  async #show(
    sessionKey: string,
    { type }: JsonlCommand<"attach" | "get_session">,
    answer: Answering,
  ): Promise<void> {
    const found = await this.#input.connection.call("sessions.get", { sessionKey });
    answer.send({ type: "get_session_result", ...found });
    if (type === "attach") await (await this.#chatsOf(sessionKey)).follow(answer);
  }

  /** What it has to say comes as its status; a turn that it begins is followed to its end. */
  async #run(
    sessionKey: string,
    { name, args }: JsonlCommand<"command">,
    answer: Answering,
  ): Promise<void> {
    const { connection } = this.#input;
    const chats = await this.#chatsOf(sessionKey);
    const given = args === undefined ? {} : { args };
    await chats.during(answer, async () => {
      const result = await connection.call("command.run", { sessionKey, name, ...given });
      if (result.sessionKey !== undefined) this.#current = result.sessionKey;
      if (result.text !== "") answer.send({ type: "status", text: result.text });
      return result.runId ?? null;
    });
  }

  async #abort(command: JsonlCommand<"abort">, answer: Answering): Promise<void> {
    const key = command.sessionId ?? this.#current;
    const chats = key === null ? undefined : await this.#chats.get(key);
    // What was stopped says so itself.
    if ((await chats?.stop(command.requestId)) !== true) answer.send({ type: "complete" });
  }

  async #session(named: string | undefined): Promise<string> {
    const { connection } = this.#input;
    if (named !== undefined) {
      const { session } = await connection.call("sessions.attach", { sessionKey: named });
      this.#current = session.id;
      return session.id;
    }
    if (this.#current !== null) return this.#current;
    this.#beginning ??= connection.call("sessions.create", {}).then(({ sessionKey }) => sessionKey);
    this.#current = await this.#beginning;
    return this.#current;
  }

  #chatsOf(sessionKey: string): Promise<Chats> {
    const known = this.#chats.get(sessionKey);
    if (known !== undefined) return known;
    const { connection } = this.#input;
    const opening = SessionWatch.open(connection, sessionKey).then(
      (watch) => new Chats(connection, watch),
    );
    this.#chats.set(sessionKey, opening);
    opening.catch(() => this.#chats.delete(sessionKey));
    return opening;
  }
}

function errorLine(error: unknown) {
  if (!(error instanceof HostError)) {
    return { type: "error", message: "Squire failed; this is a bug.", recoverable: false } as const;
  }
  const { code, message, advice } = error.failure;
  const more = advice === undefined ? {} : { advice };
  return { type: "error", message, recoverable: false, code, ...more } as const;
}

/** Null is no command either. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
