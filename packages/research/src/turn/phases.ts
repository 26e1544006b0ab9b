import type { AgentEvent } from "@squire/protocol";

type Phase = AgentEvent<"phase.changed">["phase"];

/** Tells faces how far a piece of research is (RES-2): one phase at a time, each ended before the next begins. */
export class Phases {
  readonly #emit: (event: AgentEvent) => void;
  readonly #runId: string;
  #now: Phase | null = null;

  constructor(runId: string, emit: (event: AgentEvent) => void) {
    this.#runId = runId;
    this.#emit = emit;
  }

  enter(phase: Phase): void {
    if (this.#now === phase) return;
    this.leave("complete");
    this.#now = phase;
    this.#tell(phase, "working");
  }

  leave(status: "complete" | "error"): void {
    if (this.#now !== null) this.#tell(this.#now, status);
    this.#now = null;
  }

  progress(percent: number, message: string): void {
    this.#emit({ type: "progress.reported", runId: this.#runId, percent, message });
  }

  #tell(phase: Phase, status: "working" | "complete" | "error"): void {
    this.#emit({ type: "phase.changed", runId: this.#runId, phase, status });
  }
}
