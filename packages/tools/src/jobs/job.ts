import type { ToolContext } from "@squire/agent";
import type { GroupEnd, RunningGroup } from "@squire/platform";
import { OutputSink, unfinishedTail, type OutputDump } from "@squire/session";
import { ByteRing } from "./byte-ring.ts";
import { ReadySign } from "./ready.ts";

/** What is held of the output of each (SH-13). */
const RING_BYTES = 64 * 1024;
/** A control sequence that is not over yet; the rest of it may still come. */
const UNFINISHED = /^(?:\[[0-?]*[ -/]*|[PX\]^_].*)?$/s;
const ESCAPE = "\u001B";
const BELL = "\u0007";
const MOST_HELD = 256;

export type JobAbout = {
  readonly id: string;
  readonly sessionId: string;
  readonly command: string;
};

export type JobStart = (onOutput: (chunk: Uint8Array) => Promise<void>) => RunningGroup;

/** A part of a job's output. */
export type JobPart = {
  readonly text: string;
  /** How many bytes before it are not held any more. */
  readonly lost: number;
  /** Where the next part begins. */
  readonly next: number;
};

/** A command that goes on while the model does other things. */
export class Job {
  readonly id: string;
  readonly sessionId: string;
  readonly command: string;
  /** Resolves when it has ended and its output is kept. Never rejects. */
  readonly ended: Promise<GroupEnd>;
  readonly #running: RunningGroup;
  readonly #ring = new ByteRing(RING_BYTES);
  readonly #sink: OutputSink;
  readonly #sign = new ReadySign();
  readonly #ready = Promise.withResolvers<"ready">();
  #isReady = false;
  #end: GroupEnd | null = null;
  #kept: OutputDump | null = null;

  constructor(
    { id, sessionId, command }: JobAbout,
    start: JobStart,
    keep: Pick<ToolContext, "artifacts" | "callId"> & { readonly mostArtifactBytes: number },
  ) {
    this.id = id;
    this.sessionId = sessionId;
    this.command = command;
    this.#sink = new OutputSink({
      artifacts: {
        create: ({ tool, contentType }) =>
          keep.artifacts.stream({ callId: keep.callId, name: tool, mimeType: contentType }),
      },
      tool: "run_background",
      capacity: RING_BYTES,
      maxArtifactBytes: keep.mostArtifactBytes,
    });
    this.#running = start((chunk) => this.#take(chunk));
    this.ended = this.#finish();
  }

  /** Null while it runs. */
  get end(): GroupEnd | null {
    return this.#end;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** How many bytes it has ever written. */
  get written(): number {
    return this.#ring.total;
  }

  /** Where all of its output is, once it has ended. */
  get artifactId(): string | undefined {
    return this.#kept?.artifactId;
  }

  /** Resolves with the first of: it says that it is ready, it ends, the wait is over. */
  async settled(wait: Promise<"waited">): Promise<"ready" | "ended" | "waited"> {
    const ended = this.ended.then(() => "ended" as const);
    return Promise.race([ended, this.#ready.promise, wait]);
  }

  output(since: number): JobPart {
    const { start, bytes } = this.#ring.from(since);
    const whole = this.#end === null ? bytes.subarray(0, bytes.length - heldBack(bytes)) : bytes;
    const text = new TextDecoder().decode(whole);
    return { text, lost: Math.max(0, start - since), next: start + whole.length };
  }

  /** Again and again does no harm. Resolves when it has ended. */
  async stop(): Promise<GroupEnd> {
    if (this.#end === null) this.#running.stop("stopped");
    return this.ended;
  }

  #take(chunk: Uint8Array): Promise<void> {
    this.#ring.push(chunk);
    if (this.#sign.push(chunk)) {
      this.#isReady = true;
      this.#ready.resolve("ready");
    }
    return this.#sink.write(chunk);
  }

  async #finish(): Promise<GroupEnd> {
    const end = await this.#running.ended;
    this.#kept = await this.#sink.dump(({ totalBytes }) => totalBytes > 0);
    this.#end = end;
    return end;
  }
}

/** How many bytes at the end wait for what follows them. */
function heldBack(bytes: Uint8Array): number {
  const tail = Buffer.from(bytes.subarray(-MOST_HELD)).toString("latin1");
  const at = tail.lastIndexOf(ESCAPE);
  const sequence = at === -1 ? BELL : tail.slice(at + ESCAPE.length);
  const isOpen = !sequence.includes(BELL) && UNFINISHED.test(sequence);
  return Math.max(isOpen ? tail.length - at : 0, unfinishedTail(bytes));
}
