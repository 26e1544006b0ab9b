import type { AgentEvent, RunOutput } from "@squire/protocol";
import type { Sink } from "../io.ts";

/** One form of `--output`. It hears everything, and prints what its form shows. */
export type Output = {
  event(event: AgentEvent): void;
  /**
   * The end, whether good or bad; called once. `shown` is the answer for people, with what turned
   * out to be wrong in it struck through (LOOP-25).
   */
  finish(result: RunOutput, shown?: string): void;
};

export type OutputForm = "text" | "json" | "jsonl";

export type OutputPorts = {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly now: () => number;
  readonly requestId: string;
  /** Null in a run that keeps nothing; known once the session is open. */
  readonly sessionId: () => string | null;
  /** Say what tools do, on standard error. */
  readonly verbose: boolean;
};
