import type { Endpoint } from "../endpoint.ts";
import { failureOf } from "../failure.ts";
import type { Clock } from "../ports.ts";
import type { Stepper } from "../wire/contract.ts";
import { excerpt } from "./excerpt.ts";
import { failureAt, ModelFailed } from "./model-failed.ts";
import type { Outlet } from "./outlet.ts";
import { ERROR_BODY, readText, release } from "./read-body.ts";
import type { BodyReader } from "./read-body.ts";
import { documentFailure } from "./reply-failure.ts";
import { EventTooLarge, sseFrames } from "./sse.ts";
import type { SseFrame } from "./sse.ts";
import { readVendorError } from "./vendor-error.ts";
import type { Watch } from "./watch.ts";

export type ReplySource = {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly endpoint: Endpoint;
  readonly stepper: Stepper;
  readonly clock: Clock;
  readonly outlet: Outlet;
  readonly watch: Watch;
  /** Called when the first byte is there. */
  readonly onByte: () => void;
};

/** How long the connection may take to end after the reply, before it is thrown away. */
const DRAIN_MS = 100;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Reads an event stream to its terminal event. Throws ModelFailed, or whatever broke the body. */
export async function readReply(source: ReplySource): Promise<void> {
  const { body, watch } = source;
  if (body === null) throw emptyReply(source.endpoint);
  const reader = body.getReader();
  const leave = (): void => release(reader);
  watch.signal.addEventListener("abort", leave, { once: true });
  try {
    await new ReplyReader(source, reader).read();
  } finally {
    watch.signal.removeEventListener("abort", leave);
    release(reader);
  }
}

class ReplyReader {
  readonly #source: ReplySource;
  readonly #reader: BodyReader;
  readonly #frames = sseFrames();
  /** The chunk with the first visible character, for the case that no event follows. */
  #opening: Uint8Array | null = null;
  #events = 0;

  constructor(source: ReplySource, reader: BodyReader) {
    this.#source = source;
    this.#reader = reader;
  }

  async read(): Promise<void> {
    const { watch, endpoint, outlet, onByte } = this.#source;
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (watch.interruption !== null) throw new Error("interrupted");
      if (done) return this.#finish();
      if (value.length === 0) continue;
      onByte();
      watch.arm(endpoint.timeouts.idleMs);
      if (this.#opening === null) await this.#sniff(value);
      for (const frame of this.#cut(value)) this.#take(frame);
      if (outlet.terminal !== null) return this.#drain();
    }
  }

  /** A page or a JSON document shows in its first character, whatever the content type says. */
  async #sniff(chunk: Uint8Array): Promise<void> {
    const { endpoint, clock, watch } = this.#source;
    const first = firstVisible(chunk);
    if (first === null) return;
    this.#opening = chunk;
    if (!"<{[".includes(first)) return;
    watch.disarm();
    const ports = { clock, signal: watch.signal };
    const text = await readText(this.#reader, ports, ERROR_BODY, [chunk]);
    throw new ModelFailed(documentFailure(endpoint, text));
  }

  #cut(chunk: Uint8Array): readonly SseFrame[] {
    try {
      return this.#frames.push(chunk);
    } catch (error) {
      if (!(error instanceof EventTooLarge)) throw error;
      throw this.#nonsense(`${error.message}.`);
    }
  }

  #take(frame: SseFrame): void {
    const { outlet, stepper } = this.#source;
    const data = frame.data.trim();
    if (data === "" || outlet.terminal !== null) return;
    this.#events++;
    if (data === "[DONE]") return this.#step(() => stepper.done());
    const value = parse(data);
    if (value === undefined && frame.event !== "error") {
      throw this.#nonsense(`an event is not JSON: “${excerpt(data, 120)}”`);
    }
    if (value !== undefined) this.#step(() => stepper.step(value));
    if (frame.event === "error" && outlet.terminal === null) this.#failAsTold(value, data);
  }

  #step(step: () => ReturnType<Stepper["step"]>): void {
    let events: ReturnType<Stepper["step"]>;
    try {
      events = step();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw this.#nonsense(`an event makes no sense (${excerpt(reason, 200)}).`);
    }
    this.#source.outlet.send(events);
  }

  /** An `error` event in words the wire protocol does not know. */
  #failAsTold(value: unknown, data: string): never {
    const { provider } = this.#source.endpoint.target;
    const said = readVendorError(value) ?? { message: data };
    throw new ModelFailed(failureOf({ ...said, message: excerpt(said.message), provider }));
  }

  #finish(): void {
    const { outlet, stepper, endpoint } = this.#source;
    const last = this.#frames.rest();
    // Some servers leave out the blank line after `[DONE]`. Any other event without it was cut.
    if (last?.data.trim() === "[DONE]") this.#take(last);
    if (outlet.terminal !== null) return;
    if (this.#opening === null) throw emptyReply(endpoint);
    if (this.#events === 0) {
      const text = new TextDecoder().decode(this.#opening.subarray(0, 500));
      throw this.#nonsense(`there is no event in it: “${excerpt(text, 120)}”`);
    }
    this.#step(() => stepper.end());
    if (outlet.terminal === null) throw this.#nonsense("it ended without a result.");
  }

  /** A body that is read to its end leaves a connection that the next request can use. */
  async #drain(): Promise<void> {
    const { watch } = this.#source;
    watch.arm(DRAIN_MS);
    try {
      while (!(await this.#reader.read()).done) if (watch.interruption !== null) return;
    } catch {
      // The reply is complete; how the connection ends does not matter any more.
    }
  }

  #nonsense(what: string): ModelFailed {
    const { endpoint } = this.#source;
    const { provider } = endpoint.target;
    return new ModelFailed(
      failureAt(endpoint, {
        kind: "protocol",
        message: `The reply of ${provider} cannot be read: ${what}`,
        advice: `Try again; if it stays, check base_url and \`kind\` of ${provider}.`,
      }),
    );
  }
}

function emptyReply(endpoint: Endpoint): ModelFailed {
  const { provider } = endpoint.target;
  return new ModelFailed(
    failureAt(endpoint, {
      kind: "protocol",
      message: `${provider} sent an empty reply.`,
      advice: `Try again; if it stays, check base_url and \`kind\` of ${provider}.`,
      retryable: true,
    }),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first character that is not blank, or null; a byte order mark is blank. */
function firstVisible(chunk: Uint8Array): string | null {
  for (const byte of chunk) {
    if (byte > 0x20 && !BYTE_ORDER_MARK.includes(byte)) return String.fromCharCode(byte);
  }
  return null;
}
