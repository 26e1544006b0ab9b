import type { ArtifactPort } from "@squire/agent";
import { OutputWindow, type OutputView } from "@squire/session";
import type { Kept } from "./ran.ts";

/** What is shown of an output, in bytes (C7). */
const SHOWN_BYTES = 100_000;
/** What is kept of one that is larger. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** Takes the output of a command in bounded memory: its two ends, and its beginning to be kept. */
export class OutputCapture {
  readonly #window = new OutputWindow(SHOWN_BYTES);
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  push(chunk: Uint8Array): void {
    this.#window.push(chunk);
    const room = KEPT_BYTES - this.#bytes;
    if (room > 0) this.#chunks.push(chunk.subarray(0, room));
    this.#bytes += chunk.length;
  }

  /** Nothing more comes. */
  end(): OutputView {
    this.#window.end();
    return this.#window.view();
  }

  /** Keeps what came as it came. Never rejects: a lost artifact is no reason to lose the output. */
  async keep(artifacts: ArtifactPort, callId: string): Promise<Kept> {
    const about = { callId, name: "bash", mimeType: "text/plain" };
    try {
      const { id } = await artifacts.save(Buffer.concat(this.#chunks), about);
      return { type: "kept", id, isWhole: this.#bytes <= KEPT_BYTES };
    } catch (error) {
      return { type: "lost", why: error instanceof Error ? error.message : String(error) };
    }
  }
}
