import type { AgentEvent } from "@squire/protocol";
import type { Io, Sink } from "../io.ts";
import { fitted } from "./text-width.ts";
import { terminalText } from "./terminal-text.ts";
import { styleOf } from "./style.ts";
import type { Style } from "./style.ts";

const TICK_MS = 200;
/** To the beginning of the line, and nothing behind it. */
const CLEAR = "\r\u001B[K";
const USUAL_COLUMNS = 80;

export type Clock = {
  readonly now: () => number;
  /** Calls again and again until what it gives is called. */
  readonly every: (ms: number, call: () => void) => () => void;
};

/** A line on the terminal that says what is going on; whatever else is written goes above it. */
export type Progress = {
  readonly stdout: Sink;
  readonly stderr: Sink;
  event(event: AgentEvent): void;
  /** Takes the line away for good. */
  stop(): void;
};

/** Only a terminal that can take a line back gets one; everything else stays as it was. */
export function progressFor(io: Io, plain: boolean, clock: Clock = realClock): Progress {
  const { stdout, stderr } = io;
  if (plain || !stderr.isTty || io.env["TERM"] === "dumb") {
    return { stdout, stderr, event: () => {}, stop: () => {} };
  }
  return new ProgressLine(io, clock);
}

class ProgressLine implements Progress {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly #io: Io;
  readonly #clock: Clock;
  readonly #style: Style;
  readonly #end: () => void;
  readonly #running = new Map<string, string>();
  #what = "starting";
  #since: number;
  #shown = "";
  /** What was written last ended its line: the next one is free. */
  #free = true;

  constructor(io: Io, clock: Clock) {
    this.#io = io;
    this.#clock = clock;
    this.#style = styleOf(io.stderr, io.env);
    this.#since = clock.now();
    this.stdout = this.#above(io.stdout);
    this.stderr = this.#above(io.stderr);
    this.#end = clock.every(TICK_MS, () => this.#draw());
  }

  event(event: AgentEvent): void {
    const what = this.#whatOf(event);
    if (what === null || what === this.#what) return;
    this.#what = what;
    this.#since = this.#clock.now();
    this.#draw();
  }

  stop(): void {
    this.#end();
    this.#clear();
  }

  /** A pipe is not the terminal: what goes there leaves the line alone. */
  #above(sink: Sink): Sink {
    if (!sink.isTty) return sink;
    return {
      isTty: true,
      ...(sink.drained === undefined
        ? {}
        : { drained: () => sink.drained?.() ?? Promise.resolve() }),
      write: (text) => {
        if (text === "") return;
        this.#clear();
        sink.write(text);
        this.#free = text.endsWith("\n") || text.endsWith(CLEAR);
      },
    };
  }

  #whatOf(event: AgentEvent): string | null {
    switch (event.type) {
      case "step.started":
        return `asking ${event.model}`;
      case "thinking.delta":
        return "thinking";
      case "text.delta":
        return "writing";
      case "call.delta":
        return `preparing ${event.name}`;
      case "tool.started":
        this.#running.set(event.callId, event.summary);
        return event.summary;
      case "tool.finished":
        this.#running.delete(event.callId);
        return [...this.#running.values()].at(-1) ?? "working";
      case "retry.started":
        return "waiting to try again";
      case "compaction.started":
        return "making the session shorter";
      default:
        return null;
    }
  }

  #draw(): void {
    if (!this.#free) return;
    const line = this.#line();
    if (line === this.#shown) return;
    this.#io.stderr.write(`${CLEAR}${this.#style.paint(line, "dim")}`);
    this.#shown = line;
  }

  #line(): string {
    const seconds = Math.floor((this.#clock.now() - this.#since) / 1000);
    const time = seconds < 1 ? "" : ` (${seconds} s)`;
    const room = (this.#io.stderr.columns ?? USUAL_COLUMNS) - time.length - 4;
    const dots = this.#style.unicode ? "…" : "...";
    // A line that wraps could not be taken back.
    return `${fitted(terminalText(this.#what), Math.max(8, room), "")}${dots}${time}`;
  }

  #clear(): void {
    if (this.#shown === "") return;
    this.#io.stderr.write(CLEAR);
    this.#shown = "";
  }
}

const realClock: Clock = {
  now: Date.now,
  every: (ms, call) => {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};
