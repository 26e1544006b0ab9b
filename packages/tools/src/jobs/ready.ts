import { plainText } from "@squire/session";

/** What servers and watchers say once they are up (SH-12). */
const READY: readonly RegExp[] = [
  /\blistening (on|at)\b/i,
  /\blistening\b.*\b(port|http|:\d+)/i,
  /\bLocal:\s+http/i,
  /\bready (in|on|at)\b/i,
  /\bready to accept connections\b/i,
  /\bcompiled (successfully|client and server successfully)\b/i,
  /\b(server|app|application) (is )?(now )?(running|started|listening|ready|up)\b/i,
  /\bstarted server\b/i,
  /\b(running|serving|available|started)( http)? (on|at)\b/i,
  /\bapplication startup complete\b/i,
  /\bstarting development server at\b/i,
  /\bwatching for (file )?changes\b/i,
  /\bfound 0 errors\. watching\b/i,
  /\bbuild (succeeded|completed|finished)\b/i,
];

/** A line may come in pieces; what is longer than this says nothing of the kind. */
const LONGEST_LINE = 2_000;

/** Listens to an output for the sign that a job is ready. */
export class ReadySign {
  readonly #decoder = new TextDecoder();
  #tail = "";
  #seen = false;

  /** True from the chunk on that completes the sign. */
  push(chunk: Uint8Array): boolean {
    if (this.#seen) return true;
    const text = this.#tail + this.#decoder.decode(chunk, { stream: true });
    const lines = plainText(text).split("\n");
    this.#seen = lines.some((line) => READY.some((sign) => sign.test(line.slice(0, LONGEST_LINE))));
    const lastLine = text.slice(text.lastIndexOf("\n") + 1);
    this.#tail = lastLine.slice(-LONGEST_LINE);
    return this.#seen;
  }
}
