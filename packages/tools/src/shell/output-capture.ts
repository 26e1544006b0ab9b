import type { ToolContext } from "@squire/agent";
import { OutputSink, type OutputDump } from "@squire/session";
import { Progress } from "./progress.ts";
import { shownOutput } from "./shown-output.ts";

/** What is held in memory (C7). */
const CAPACITY = 100_000;
/** More than this on its way to the disk, and the command has to wait. */
const MOST_PENDING = 1024 * 1024;
const MOST_HELD = 64 * MOST_PENDING;

export type CaptureOptions = {
  readonly name: string;
  readonly mostArtifactBytes: number;
};

/** Takes the output of a command in bounded memory: its two ends, and all of it in an artifact. */
export class OutputCapture {
  readonly #sink: OutputSink;
  readonly #progress: Progress;
  #pending = 0;
  #isCut = false;

  constructor(
    context: Pick<ToolContext, "artifacts" | "callId" | "report" | "clock">,
    { name, mostArtifactBytes }: CaptureOptions,
  ) {
    const { artifacts, callId } = context;
    this.#progress = new Progress(context);
    this.#sink = new OutputSink({
      artifacts: {
        create: ({ tool, contentType }) =>
          artifacts.stream({ callId, name: tool, mimeType: contentType }),
      },
      tool: name,
      capacity: CAPACITY,
      maxArtifactBytes: mostArtifactBytes,
    });
  }

  /** What it gives is to be waited for before there is more. */
  push(chunk: Uint8Array): Promise<void> | undefined {
    this.#progress.push(chunk);
    this.#pending += chunk.length;
    const written = this.#write(chunk);
    return this.#pending > MOST_PENDING ? written : undefined;
  }

  /** For what cannot be made to wait: the artifact ends where it would fill the memory. */
  take(chunk: Uint8Array): void {
    this.#isCut ||= this.#pending > MOST_HELD;
    if (!this.#isCut) void this.push(chunk);
  }

  async #write(chunk: Uint8Array): Promise<void> {
    await this.#sink.write(chunk);
    this.#pending -= chunk.length;
  }

  /** Nothing more comes. What is not shown whole is kept whole. */
  async end(): Promise<OutputDump> {
    this.#progress.end();
    const dump = await this.#sink.dump((view) => shownOutput(view).truncated);
    return this.#isCut ? { ...dump, artifactCut: true } : dump;
  }
}
