import { isTerminal } from "@squire/protocol/values";
import type { Model, ModelEvent, ModelStream } from "@squire/protocol";
import { replayableStream } from "./replayable-stream.ts";

/** Takes one line without its line feed. It may throw: recording then stops with a warning. */
export type LineSink = (line: string) => void;

/**
 * Passes a model's events through and writes each as one line (PROV-30). Replies never mix in the
 * recording: one that starts while another is being written waits in memory until that one ended.
 */
export function recordModel(model: Model, sink: LineSink): Model {
  const recording = new Recording(sink);
  return {
    id: model.id,
    stream: (request, options) =>
      replayableStream(recorded(model.stream(request, options), recording)),
  };
}

async function* recorded(stream: ModelStream, recording: Recording): AsyncGenerator<ModelEvent> {
  const tape: Tape = { lines: [], ended: false };
  try {
    for await (const event of stream) {
      recording.write(tape, event);
      const problem = recording.takeProblem();
      if (problem !== undefined) {
        yield { type: "warning", code: "recording_stopped", message: problem };
      }
      yield event;
    }
  } finally {
    recording.end(tape);
  }
}

type Tape = { readonly lines: string[]; ended: boolean };

class Recording {
  readonly #sink: LineSink;
  /** The tapes in order of their first event; only the first is written through. */
  readonly #queue: Tape[] = [];
  #stopped = false;
  #problem: string | undefined;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  write(tape: Tape, event: ModelEvent): void {
    if (!this.#queue.includes(tape)) this.#queue.push(tape);
    tape.lines.push(JSON.stringify(event));
    if (isTerminal(event)) this.end(tape);
    else this.#flush();
  }

  end(tape: Tape): void {
    tape.ended = true;
    this.#flush();
  }

  /** What went wrong since the last asking. */
  takeProblem(): string | undefined {
    const problem = this.#problem;
    this.#problem = undefined;
    return problem;
  }

  #flush(): void {
    for (let head = this.#queue[0]; head; head = this.#queue[0]) {
      for (const line of head.lines.splice(0)) this.#put(line);
      if (!head.ended) return;
      this.#queue.shift();
    }
  }

  #put(line: string): void {
    // A recording with a hole would replay wrongly; one that just ends says so.
    if (this.#stopped) return;
    try {
      this.#sink(line);
    } catch (error) {
      this.#stopped = true;
      const reason = error instanceof Error ? error.message : String(error);
      this.#problem = `Recording stopped: ${reason}`;
    }
  }
}
