import type { AgentEvent, Question } from "@squire/protocol";
import { questionIn } from "@squire/protocol/values";

/** Which turn runs, and the question that it ends with. */
export class TurnWatch {
  #runId: string | null = null;
  #lastRunId = "";
  #asked: Question | null = null;

  /** The turn that runs now. */
  get runId(): string | null {
    return this.#runId;
  }

  /** The turn that runs, or the last one; "" before the first. */
  get lastRunId(): string {
    return this.#runId ?? this.#lastRunId;
  }

  begin({ runId }: AgentEvent<"turn.started">): void {
    this.#runId = runId;
    this.#lastRunId = runId;
    this.#asked = null;
  }

  /** Gives the question that the turn has just ended with; null: none, or it goes on. */
  hear(event: AgentEvent): Question | null {
    switch (event.type) {
      case "tool.finished":
        this.#asked = questionIn(event) ?? this.#asked;
        return null;
      case "turn.finished":
        this.#runId = null;
        return event.reason === "question" ? this.#asked : null;
      case "turn.failed":
      case "turn.aborted":
        this.#runId = null;
        return null;
      default:
        return null;
    }
  }
}
