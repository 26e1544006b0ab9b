import type {
  EventEnvelope,
  MethodName,
  MethodParams,
  MethodResult,
  UserFailure,
} from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { parseEnvelope, parseResult, type Push, type ServerFrame } from "@squire/protocol/wire";
import type { HostClient } from "../host-client.ts";
import type { Credentials, LineState, SocketOptions } from "./connect-options.ts";
import { failureOf } from "./failure-of.ts";
import { openLine, type Line, type LineEars } from "./line.ts";
import { isTooLarge, postCall } from "./post-call.ts";
import { Subscription, unreadable } from "./subscription.ts";

type Pending = {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: HostError) => void;
};

/** The wait before each try: a quarter of a second, doubled up to ten. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/** A host behind a socket. The line may break; streams go on as if it had not. */
export class SocketClient implements HostClient {
  readonly clientId: string;
  readonly #options: SocketOptions;
  #auth: Credentials;
  /** Null while the line is down. */
  #line: Line | null;
  /** Resolves when the line is there again; rejects when it never will be. */
  #back: Promise<Line> | null = null;
  /** The gateway does not want it any more. */
  #refused: HostError | null = null;
  readonly #pending = new Map<number, Pending>();
  readonly #subscriptions = new Map<string, Subscription>();
  #lastId = 0;
  readonly #over = new AbortController();

  static async connect(given: SocketOptions): Promise<SocketClient> {
    const options = { ...given, client: given.client ?? crypto.randomUUID() };
    // Nothing comes in before it has been let in.
    const ears: { frame: LineEars["frame"]; ended: LineEars["ended"] } = {
      frame: () => {},
      ended: () => {},
    };
    const line = await openLine(options, options.auth, {
      frame: (frame) => ears.frame(frame),
      ended: (refused) => ears.ended(refused),
    });
    const client = new SocketClient(options, line);
    ears.frame = (frame) => client.#hear(frame);
    ears.ended = (refused) => client.#lost(refused);
    return client;
  }

  private constructor(options: SocketOptions, line: Line) {
    this.#options = options;
    this.#line = line;
    this.#auth = options.auth;
    this.clientId = line.welcome.clientId;
    this.#keepToken(line);
    this.#tell("open");
  }

  readonly call = async <M extends MethodName>(
    method: M,
    params: MethodParams<M>,
  ): Promise<MethodResult<M>> => {
    const line = await this.#there();
    const result = await this.#ask(line, method, params);
    const parsed = parseResult(method, result);
    if (parsed.kind === "problem") throw failed("internal", `${method}: ${parsed.message}`);
    return parsed.value;
  };

  events(sessionKey: string, fromSeq = 0, stream?: string): AsyncIterable<EventEnvelope> {
    return { [Symbol.asyncIterator]: () => this.#follow(sessionKey, fromSeq, stream) };
  }

  async close(): Promise<void> {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#line?.close();
    this.#line = null;
    this.#breakOff(failed("aborted", "This client has left."));
    for (const subscription of this.#subscriptions.values()) subscription.end(null);
    this.#tell("closed");
  }

  #follow(sessionKey: string, seq: number, stream?: string): AsyncIterator<EventEnvelope> {
    const subscription = new Subscription(`s${++this.#lastId}`, sessionKey, { seq, stream });
    const { name } = subscription;
    this.#subscriptions.set(name, subscription);
    const leave = (): void => {
      subscription.end(null);
      if (!this.#subscriptions.delete(name) || this.#line === null) return;
      this.#ask(this.#line, "sessions.detach", { subscription: name }).catch(() => {});
    };
    let begun = false;
    return {
      next: async () => {
        if (!begun) void this.#attach(subscription);
        begun = true;
        const value = await subscription.next().catch((error: unknown) => {
          leave();
          throw error;
        });
        return value === null ? { done: true, value: undefined } : { done: false, value };
      },
      return: async () => {
        leave();
        return { done: true, value: undefined };
      },
    };
  }

  /** Never rejects: a session that is not there ends its stream. */
  async #attach(subscription: Subscription): Promise<void> {
    const { wait = waitFor } = this.#options;
    for (let ms = FIRST_WAIT_MS; !subscription.isOver; ms = Math.min(LONGEST_WAIT_MS, ms * 2)) {
      let line: Line | null = null;
      try {
        line = await this.#there();
        return await this.#wish(line, subscription);
      } catch (error) {
        // A line that broke meanwhile attaches everything again when it is back.
        if (error instanceof HostError && isBroken(error.failure)) return;
        if (!(error instanceof HostError) || !isPassing(error.failure)) {
          return subscription.end(error instanceof Error ? error : new Error(String(error)));
        }
      }
      await wait(ms, this.#over.signal);
      if (this.#line !== line) return;
    }
  }

  async #wish(line: Line, subscription: Subscription): Promise<void> {
    const { name, sessionKey, place } = subscription.hold();
    const params: MethodParams<"sessions.attach"> = {
      sessionKey,
      fromSeq: place.seq,
      events: "full",
      subscription: name,
      ...(place.stream === undefined ? {} : { stream: place.stream }),
    };
    await this.#ask(line, "sessions.attach", params, () => subscription.release());
  }

  #there(): Promise<Line> {
    if (this.#over.signal.aborted)
      return Promise.reject(failed("aborted", "This client has left."));
    if (this.#refused !== null) return Promise.reject(this.#refused);
    if (this.#line !== null) return Promise.resolve(this.#line);
    return this.#back ?? Promise.reject(failed("network", "The line to the host is down."));
  }

  /** `answered` runs before any later frame is looked at; who awaits comes behind it. */
  #ask(
    line: Line,
    method: MethodName,
    params: unknown,
    answered: () => void = () => {},
  ): Promise<unknown> {
    const id = ++this.#lastId;
    const text = JSON.stringify({ id, method, params });
    if (isTooLarge(text)) return this.#post(method, params);
    return new Promise((done, reject) => {
      const resolve = (result: unknown): void => {
        answered();
        done(result);
      };
      this.#pending.set(id, { resolve, reject });
      line.send(text);
    });
  }

  async #post(method: MethodName, params: unknown): Promise<unknown> {
    const { url } = this.#options;
    // Whoever is in has one: a code was taken for it.
    const token = "token" in this.#auth ? this.#auth.token : "";
    return postCall({ url, token, method, params, signal: this.#over.signal });
  }

  #hear(frame: ServerFrame): void {
    if (frame.kind === "response" || frame.kind === "error") {
      const { id } = frame.frame;
      const pending = typeof id === "number" ? this.#pending.get(id) : undefined;
      if (pending === undefined || typeof id !== "number") return;
      this.#pending.delete(id);
      if (frame.kind === "response") pending.resolve(frame.frame.result);
      else pending.reject(new HostError(failureOf(frame.frame.error)));
      return;
    }
    if (frame.kind === "push") this.#hearPush(frame.frame);
  }

  #hearPush(push: Push): void {
    const subscription = this.#subscriptions.get(push.subscription ?? "");
    if (subscription === undefined) return;
    if (push.event === "session.ended") {
      const { failure } = push.data;
      const error = failure === undefined ? null : new HostError(failure);
      if (subscription.endedByHost(error)) this.#subscriptions.delete(subscription.name);
      return;
    }
    if (push.event !== "session.event") return;
    const envelope = parseEnvelope(push.data);
    if (envelope.kind === "problem") {
      return void subscription.endedByHost(unreadable(envelope.message));
    }
    // One of a later version still counts; whoever folds events ignores it.
    if (!subscription.push(envelope.value as EventEnvelope)) void this.#attach(subscription);
  }

  #lost(refused: HostError | null): void {
    if (this.#over.signal.aborted) return;
    this.#line = null;
    this.#breakOff(failed("network", "The line to the host broke before it answered."));
    if (refused !== null) return this.#giveUp(refused);
    this.#tell("waiting");
    const back = this.#comeBack();
    // Whoever waits for it hears of a failure; if nobody does, that is fine.
    back.catch(() => {});
    this.#back = back;
  }

  async #comeBack(): Promise<Line> {
    const { wait = waitFor, random = Math.random } = this.#options;
    for (let ms = FIRST_WAIT_MS; ; ms = Math.min(LONGEST_WAIT_MS, ms * 2)) {
      // Spread out: all clients of a gateway lose it in the same moment.
      await wait(ms * (0.5 + random() / 2), this.#over.signal);
      if (this.#over.signal.aborted) throw failed("aborted", "This client has left.");
      try {
        return this.#reopened(await this.#knock());
      } catch (error) {
        if (!(error instanceof HostError) || error.failure.retryable) continue;
        this.#giveUp(error);
        throw error;
      }
    }
  }

  #knock(): Promise<Line> {
    let isOver = false;
    return openLine(this.#options, this.#auth, {
      frame: (frame) => this.#hear(frame),
      ended: (refused) => {
        if (!isOver) this.#lost(refused);
        isOver = true;
      },
    });
  }

  #reopened(line: Line): Line {
    if (this.#over.signal.aborted) {
      line.close();
      throw failed("aborted", "This client has left.");
    }
    this.#line = line;
    this.#back = null;
    this.#tell("open");
    for (const subscription of this.#subscriptions.values()) void this.#attach(subscription);
    return line;
  }

  #giveUp(error: HostError): void {
    this.#refused = error;
    for (const subscription of this.#subscriptions.values()) subscription.end(error);
    this.#tell("refused");
  }

  #breakOff(error: HostError): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }

  #keepToken({ welcome: { token } }: Line): void {
    if (token === undefined) return;
    // A code is good once.
    this.#auth = { token };
    this.#options.onToken?.(token);
  }

  #tell(state: LineState): void {
    this.#options.onState?.(state);
  }
}

function isBroken({ code }: UserFailure): boolean {
  return code === "network";
}

/** Too much at once. A session that another process has may stay there for hours: the user is told. */
function isPassing({ code, retryable }: UserFailure): boolean {
  return retryable && code === "busy";
}

function failed(code: UserFailure["code"], message: string): HostError {
  return new HostError({ code, message, retryable: code === "network" });
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
