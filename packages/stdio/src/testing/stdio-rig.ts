import { apiRig, type ApiRig } from "@squire/host/testing";
import type { HostConnection, JsonlEnvelope } from "@squire/protocol";
import { parseJsonlEnvelope } from "@squire/protocol/wire";
import type { ServerScript } from "@squire/testkit";
import { serveStdio, type StdioEnd } from "../serve-stdio.ts";

export type StdioRig = AsyncDisposable & {
  readonly rig: ApiRig;
  /** Every line that came out, the first one too. */
  readonly lines: readonly string[];
  readonly envelopes: readonly JsonlEnvelope[];
  readonly complaints: readonly string[];
  readonly timers: { readonly ms: number; readonly run: () => void; isCancelled: boolean }[];
  send(command: object): void;
  sendBytes(bytes: Uint8Array): void;
  /** The next envelope that fits; those before it are in `envelopes`. */
  next(fits: (envelope: JsonlEnvelope) => boolean): Promise<JsonlEnvelope>;
  end(): Promise<StdioEnd>;
  readonly ended: Promise<StdioEnd>;
};

type Options = {
  readonly workspace?: Readonly<Record<string, string>>;
  readonly watchdog?: boolean;
  /** What stands between the host and the client. */
  readonly through?: (connection: HostConnection) => HostConnection;
};

/** A client at standard input and output, with the real host behind it. */
export async function stdioRig(script: ServerScript, options: Options = {}): Promise<StdioRig> {
  const rig = await apiRig(script, options.workspace ?? {});
  const { through = (connection) => connection } = options;
  const input = new Chunks();
  const lines: string[] = [];
  const envelopes: JsonlEnvelope[] = [];
  const complaints: string[] = [];
  const timers: { ms: number; run: () => void; isCancelled: boolean }[] = [];
  let wake: (() => void) | null = null;
  const ended = serveStdio({
    connection: through(rig.api.connect({ face: "stdio", clientId: "program" })),
    input,
    write: (line) => {
      lines.push(line);
      const parsed = parseJsonlEnvelope(JSON.parse(line));
      if (parsed.kind === "known") envelopes.push(parsed.value);
      else if (lines.length > 1) throw new Error(`That is no envelope: ${line}`);
      wake?.();
    },
    complain: (message) => void complaints.push(message),
    now: () => 0,
    setTimer: (run, ms) => {
      const timer = { run, ms, isCancelled: false };
      timers.push(timer);
      return () => (timer.isCancelled = true);
    },
    watchdog: options.watchdog ?? true,
  });
  let read = 0;
  const end = (): Promise<StdioEnd> => {
    input.end();
    return ended;
  };
  return {
    rig,
    lines,
    envelopes,
    complaints,
    timers,
    ended,
    end,
    send: (command) => input.push(Buffer.from(`${JSON.stringify(command)}\n`)),
    sendBytes: (bytes) => input.push(bytes),
    async next(fits) {
      for (;;) {
        while (read < envelopes.length) {
          const envelope = envelopes[read++];
          if (envelope !== undefined && fits(envelope)) return envelope;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    async [Symbol.asyncDispose]() {
      await end();
      await rig[Symbol.asyncDispose]();
    },
  };
}

class Chunks implements AsyncIterable<Uint8Array> {
  readonly #waiting: Uint8Array[] = [];
  #isOver = false;
  #wake: (() => void) | null = null;

  push(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.#wake?.();
  }

  end(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const chunk = this.#waiting.shift();
      if (chunk !== undefined) yield chunk;
      else if (this.#isOver) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
