import type { ArtifactInfo } from "./artifact.ts";
import { OutputWindow, type OutputView } from "./output-window.ts";

/** Where an artifact is opened, as far as a sink needs it; the store fits. */
export type ArtifactOpener = {
  create(info: ArtifactInfo): Promise<{
    write(bytes: Uint8Array): Promise<void>;
    finish(): Promise<{ readonly id: string }>;
    abort(): Promise<void>;
  }>;
};

/** What output came to (URL-3). */
export type OutputDump = OutputView & {
  /** As they came, before cleaning; the artifact has exactly these. */
  readonly rawBytes: number;
  /** Where everything is kept, if there was more than the memory takes. */
  readonly artifactId?: string;
  /** The artifact ends early: the output was larger than one may be. */
  readonly artifactCut?: true;
  /** Why there is no artifact although there should be one. */
  readonly spillFailure?: string;
};

export type OutputSinkOptions = {
  /** Null keeps nothing but the window (`--no-session`). */
  readonly artifacts: ArtifactOpener | null;
  readonly tool: string;
  readonly contentType?: string;
  /** What is held in memory, in bytes (C7). */
  readonly capacity?: number;
  /** A command that never stops printing must not fill the disk. */
  readonly maxArtifactBytes?: number;
};

const CAPACITY = 100_000;
const MAX_ARTIFACT_BYTES = 1024 * 1024 * 1024;

/**
 * Takes the output of a command in chunks as they come. Memory is constant, time is linear, and
 * how the chunks were cut makes no difference to the dump. Writing never throws: a full disk costs
 * the artifact, not the command.
 */
export class OutputSink {
  readonly #artifacts: ArtifactOpener | null;
  readonly #info: { readonly tool: string; readonly contentType: string };
  readonly #capacity: number;
  readonly #maxArtifactBytes: number;
  readonly #window: OutputWindow;
  /** All that came, until it is more than this. */
  readonly #early: Uint8Array;
  #rawBytes = 0;
  #spilling: Promise<void> = Promise.resolve();
  #writer: Awaited<ReturnType<ArtifactOpener["create"]>> | undefined;
  #kept = 0;
  #failure: string | undefined;
  #dump: Promise<OutputDump> | undefined;

  constructor(options: OutputSinkOptions) {
    const { artifacts, tool, contentType = "text/plain" } = options;
    this.#artifacts = artifacts;
    this.#info = { tool, contentType };
    this.#capacity = options.capacity ?? CAPACITY;
    this.#maxArtifactBytes = options.maxArtifactBytes ?? MAX_ARTIFACT_BYTES;
    this.#window = new OutputWindow(this.#capacity);
    this.#early = new Uint8Array(artifacts === null ? 0 : this.#capacity);
  }

  /** The chunk belongs to the sink until it resolves: waiting for it keeps the memory constant. */
  write(chunk: Uint8Array): Promise<void> {
    if (this.#dump !== undefined || chunk.length === 0) return this.#spilling;
    const before = this.#rawBytes;
    this.#window.push(chunk);
    this.#rawBytes += chunk.length;
    if (this.#artifacts === null) return this.#spilling;
    if (this.#rawBytes <= this.#capacity) {
      this.#early.set(chunk, before);
      return this.#spilling;
    }
    const early = before <= this.#capacity ? [this.#early.subarray(0, before)] : [];
    this.#spilling = this.#spilling.then(() => this.#spill([...early, chunk]));
    return this.#spilling;
  }

  /** As far as it has come. */
  view(): OutputView {
    return this.#window.view();
  }

  /**
   * Ends the output; what is written afterwards is not taken. The same each time. `isWanted` may
   * have an artifact made though all of the output is here.
   */
  dump(isWanted: (view: OutputView) => boolean = () => false): Promise<OutputDump> {
    this.#dump ??= this.#finish(isWanted);
    return this.#dump;
  }

  async #finish(isWanted: (view: OutputView) => boolean): Promise<OutputDump> {
    this.#window.end();
    await this.#spilling;
    const view = this.#window.view();
    const isEarly = this.#artifacts !== null && this.#rawBytes <= this.#capacity;
    if (isEarly && isWanted(view)) await this.#spill([this.#early.subarray(0, this.#rawBytes)]);
    const artifact = await this.#keep();
    const cut = artifact !== undefined && this.#kept < this.#rawBytes;
    return {
      ...view,
      rawBytes: this.#rawBytes,
      ...(artifact === undefined ? {} : { artifactId: artifact.id }),
      ...(cut ? { artifactCut: true } : {}),
      ...(this.#failure === undefined ? {} : { spillFailure: this.#failure }),
    };
  }

  async #spill(chunks: readonly Uint8Array[]): Promise<void> {
    if (this.#failure !== undefined) return;
    try {
      this.#writer ??= await this.#artifacts?.create(this.#info);
      for (const chunk of chunks) {
        const part = chunk.subarray(0, this.#maxArtifactBytes - this.#kept);
        if (part.length > 0) await this.#writer?.write(part);
        this.#kept += part.length;
      }
    } catch (error) {
      await this.#fail(error);
    }
  }

  async #keep(): Promise<{ readonly id: string } | undefined> {
    const writer = this.#writer;
    this.#writer = undefined;
    try {
      return await writer?.finish();
    } catch (error) {
      await this.#fail(error);
      return undefined;
    }
  }

  async #fail(cause: unknown): Promise<void> {
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#failure = `The whole output could not be kept: ${reason}`;
    const writer = this.#writer;
    this.#writer = undefined;
    // What is left of it is swept at the next start.
    await writer?.abort().catch(() => {});
  }
}
