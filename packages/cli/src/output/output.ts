import type { ModelEvent, RunOutput } from "@squire/protocol";
import type { Sink } from "../io.ts";

/** One form of `--output`. It hears everything, and prints what its form shows. */
export type Output = {
  event(event: ModelEvent): void;
  /** The end, whether good or bad; called once. */
  finish(finished: Finished): void;
};

export type OutputForm = "text" | "json" | "jsonl";

export type OutputPorts = {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly now: () => number;
  readonly requestId: string;
};

/** The end of a run. `model` is null when none was asked. */
export type Finished = { readonly result: RunOutput; readonly model: string | null };
