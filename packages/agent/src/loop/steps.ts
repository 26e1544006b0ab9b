import type { FinishReason, ModelFailure, Usage } from "@squire/protocol";
import type { Turn } from "./turn-state.ts";

export function startStep({ ports, runId, scratch }: Turn, step: number, model: string): void {
  scratch.openStep = step;
  scratch.steps = step;
  ports.emit({ type: "step.started", runId, step, model });
}

export function finishStep(
  { ports, runId, scratch }: Turn,
  { reason, usage }: { readonly reason: FinishReason; readonly usage: Usage },
): void {
  const step = scratch.openStep;
  scratch.openStep = null;
  if (step !== null) ports.emit({ type: "step.finished", runId, step, reason, usage });
}

/** Does nothing when no step is open: whatever has started ends once. */
export function failStep({ ports, runId, scratch }: Turn, failure: ModelFailure): void {
  const step = scratch.openStep;
  scratch.openStep = null;
  if (step !== null) ports.emit({ type: "step.failed", runId, step, failure });
}

export const STOPPED: ModelFailure = {
  kind: "aborted",
  message: "The user stopped the turn.",
  retryable: false,
};
