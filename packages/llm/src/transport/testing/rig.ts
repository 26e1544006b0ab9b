import type { Model, ModelEvent, ModelFailure, ModelRequest, ModelStream } from "@squire/protocol";
import { isTerminal, userText } from "@squire/protocol";
import { FakeClock } from "@squire/testkit";
import { DEFAULT_TIMEOUTS } from "../../endpoint.ts";
import type { Endpoint } from "../../endpoint.ts";
import { failureOf } from "../../failure.ts";
import type { Credential, CredentialVerdict, FetchPort, Ports } from "../../ports.ts";
import type { Stepper, Wire } from "../../wire/contract.ts";
import { isRecord, text } from "../../wire/read.ts";
import { Reply } from "../../wire/reply.ts";
import { httpModel } from "../http-model.ts";

export const SECRET = "key-0123456789-abcdef";

export const REQUEST: ModelRequest = {
  model: "ignored",
  messages: [userText("hi")],
  tools: [],
  cacheKey: "session-1",
};

export function endpointWith(changes: Partial<Endpoint> = {}): Endpoint {
  return {
    target: { provider: "acme", api: "openai-completions", compat: {} },
    model: "acme-1",
    baseUrl: "https://api.acme.test/v1",
    headers: {},
    auth: "bearer",
    keyless: false,
    timeouts: DEFAULT_TIMEOUTS,
    ...changes,
  };
}

/** A wire protocol as small as one can be: `{text}`, `{call, args}`, `{finish}`, `{error}`, `{boom}`. */
export const tinyWire: Wire = {
  encode: ({ model, messages }) => ({
    path: "/chat",
    headers: { "x-wire": "tiny" },
    body: { open: "{", items: [`"model":"${model}","count":${messages.length}`], close: "}" },
  }),
  stepper: ({ provider }, model) => tinyStepper(new Reply({ provider, wire: "tiny", model })),
};

function tinyStepper(reply: Reply): Stepper {
  const read = (frame: unknown): void => {
    if (!isRecord(frame)) return;
    if ("start" in frame) reply.start();
    if ("boom" in frame) throw new Error("boom at the wire");
    if ("text" in frame) reply.text("0", text(frame["text"]));
    if ("call" in frame) reply.call("1", "call-1", text(frame["call"]));
    if ("args" in frame) reply.args("1", text(frame["args"]));
    if ("finish" in frame) reply.finish("stop");
    if ("error" in frame) {
      reply.fail(failureOf({ message: text(frame["error"]), provider: "acme" }));
    }
  };
  return {
    step: (frame) => {
      read(frame);
      return reply.take();
    },
    done: () => {
      reply.finish("stop");
      return reply.take();
    },
    end: () => {
      reply.fail({ kind: "protocol", message: "The stream was cut off.", retryable: false });
      return reply.take();
    },
    partial: () => reply.partial(),
    usage: () => reply.usage,
  };
}

const decoder = new TextDecoder();

export type Rig = {
  readonly model: Model;
  readonly ports: Ports;
  readonly clock: FakeClock;
  readonly verdicts: readonly (readonly [string, CredentialVerdict, number | undefined])[];
  readonly asked: readonly Asked[];
};

export type Asked = Omit<Parameters<FetchPort>[1], "body"> & {
  readonly url: string;
  /** As it was when it was sent: the bytes are only lent. */
  readonly body: string;
};

export type RigOptions = {
  readonly endpoint?: Partial<Endpoint>;
  readonly wire?: Wire;
  readonly credential?: Credential | null;
};

/** A model on a fetch of the test's making, with everything it does to the outside noted. */
export function rig(fetch: FetchPort, options: RigOptions = {}): Rig {
  const { credential = { id: "k1", secret: SECRET } } = options;
  const clock = new FakeClock();
  const verdicts: [string, CredentialVerdict, number | undefined][] = [];
  const asked: Asked[] = [];
  const ports: Ports = {
    fetch: (url, init) => {
      const { body = "" } = init;
      asked.push({ url, ...init, body: typeof body === "string" ? body : decoder.decode(body) });
      return fetch(url, init);
    },
    clock,
    random: () => 0.5,
    credentials: {
      pick: () => Promise.resolve(credential),
      report: (_provider, { id }, verdict, wait) => verdicts.push([id, verdict, wait]),
    },
  };
  const model = httpModel(endpointWith(options.endpoint), options.wire ?? tinyWire, ports);
  return { model, ports, clock, verdicts, asked };
}

/** A fetch that answers with one body. */
export function answering(
  body: string | Uint8Array<ArrayBuffer> | null,
  {
    status = 200,
    headers = {},
  }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): FetchPort {
  const all = { "content-type": "text/event-stream", ...headers };
  return () => Promise.resolve(new Response(body, { status, headers: all }));
}

export function sse(...frames: readonly unknown[]): string {
  return frames
    .map((frame) => `data: ${typeof frame === "string" ? frame : JSON.stringify(frame)}\n\n`)
    .join("");
}

export async function collect(stream: ModelStream): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

export function ask(
  { model }: Pick<Rig, "model">,
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelEvent[]> {
  return collect(model.stream(REQUEST, { signal }));
}

/** The one failure a stream must end with; throws when it ends in any other way. */
export function onlyFailure(events: readonly ModelEvent[]): ModelFailure {
  const [terminal, ...others] = events.filter(isTerminal);
  if (terminal?.type !== "error" || others.length > 0 || events.at(-1) !== terminal) {
    throw new Error(`No single failure at the end: ${JSON.stringify(events)}`);
  }
  return terminal.failure;
}

export type HandWritten = {
  readonly fetch: FetchPort;
  write(text: string): void;
  breakWith(error: unknown): void;
  readonly cancelled: Promise<void>;
};

/** A body the test writes by hand; `cancelled` resolves when its reader gives up. */
export function handWritten(): HandWritten {
  const cancelled = Promise.withResolvers<void>();
  const stream = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => stream.resolve(controller),
    cancel: () => cancelled.resolve(),
  });
  const on = (act: (controller: ReadableStreamDefaultController<Uint8Array>) => void): void =>
    void stream.promise.then(act);
  return {
    fetch: () => Promise.resolve(new Response(body)),
    write: (text) => on((controller) => controller.enqueue(new TextEncoder().encode(text))),
    breakWith: (error) => on((controller) => controller.error(error)),
    cancelled: cancelled.promise,
  };
}

/** A fetch that waits until it is aborted. */
export const never: FetchPort = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

export function types(events: readonly ModelEvent[]): readonly string[] {
  return events.map((event) => event.type);
}
