import type { ToolContext } from "@squire/agent";
import { oneLine } from "./one-line.ts";

const EVERY_MS = 250;
const TAIL_BYTES = 1_024;
const MOST_CHARS = 200;

/** Tells the last line of a running output, at most four times a second (TOOL-3). */
export class Progress {
  readonly #context: Pick<ToolContext, "report" | "clock">;
  #tail: Uint8Array = new Uint8Array();
  #timer: { cancel(): void } | null = null;
  #hasNews = false;

  constructor(context: Pick<ToolContext, "report" | "clock">) {
    this.#context = context;
  }

  push(chunk: Uint8Array): void {
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    this.#hasNews = true;
    if (this.#timer === null) this.#tell();
  }

  end(): void {
    this.#timer?.cancel();
  }

  #tell(): void {
    this.#timer = null;
    if (!this.#hasNews) return;
    this.#hasNews = false;
    const line = lastLine(this.#tail);
    if (line !== "") this.#context.report(line);
    this.#timer = this.#context.clock.timer(EVERY_MS, () => this.#tell());
  }
}

function lastLine(bytes: Uint8Array): string {
  const lines = new TextDecoder().decode(bytes, { stream: true }).split(/[\r\n]+/);
  const shown = lines.map((line) => oneLine(line, MOST_CHARS)).filter((line) => line !== "");
  return shown.at(-1) ?? "";
}
