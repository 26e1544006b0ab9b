import type { ModelFailure, StopReason, UserFailure } from "@squire/protocol";
import { userFailureOf } from "@squire/protocol/values";
import { failStep, STOPPED } from "./steps.ts";
import type { TurnResult, TurnTotals } from "./turn-result.ts";
import { originOf } from "./turn-state.ts";
import type { Turn } from "./turn-state.ts";

/**
 * Each of these gives the one terminal event of a turn (invariant 2), when all that the turn has
 * written is durable.
 */

export async function finishTurn(
  turn: Turn,
  stop: StopReason,
  { forcedSummary = false }: { readonly forcedSummary?: boolean } = {},
): Promise<TurnResult> {
  const { ports, runId } = turn;
  await ports.log.flush();
  turn.guide?.end("finished");
  const totals = totalsOf(turn);
  const { usage, costUsd, durationMs } = totals;
  // What the user has to do first is the more useful thing to know (C8).
  const unasked = totals.approvalsNeeded.length > 0 && (stop === "stop" || stop === "length");
  const reason = unasked ? "approval" : stop;
  ports.emit({
    type: "turn.finished",
    runId,
    reason,
    usage,
    costUsd,
    durationMs,
    ...(forcedSummary ? { forcedSummary } : {}),
  });
  return { status: "finished", ...totals, reason, forcedSummary };
}

export async function failTurn(turn: Turn, failure: UserFailure): Promise<TurnResult> {
  const { ports, runId } = turn;
  // The turn fails already; why the log does too is told by whoever uses it next.
  await ports.log.flush().catch(() => {});
  failStep(turn, { kind: "aborted", message: failure.message, retryable: false });
  turn.guide?.end("failed");
  ports.emit({ type: "turn.failed", runId, failure });
  return { status: "failed", ...totalsOf(turn), failure };
}

/** The log is told that the turn was cut off here, so that the model can see it later (LOOP-9). */
export async function abortTurn(turn: Turn): Promise<TurnResult> {
  const { ports, runId, scratch } = turn;
  failStep(turn, STOPPED);
  scratch.partialSaved = turn.guide?.end("aborted") === true || scratch.partialSaved;
  if (!scratch.closed) {
    const origin = originOf(ports.model().id);
    const message = { role: "assistant", content: [], origin } as const;
    const note = { message, status: "aborted", synthetic: true, runId } as const;
    const { id: entryId } = await ports.log.append<"message">({ type: "message", ...note });
    ports.emit({ type: "message.added", entryId, ...note });
  }
  await ports.log.flush();
  const { partialSaved } = scratch;
  ports.emit({ type: "turn.aborted", runId, partialSaved });
  return { status: "aborted", ...totalsOf(turn), partialSaved };
}

/** A reply failed and nothing could be done about it. */
export function endFailed(turn: Turn, failure: ModelFailure): Promise<TurnResult> {
  if (turn.signal.aborted) return abortTurn(turn);
  return failTurn(turn, userFailureOf(failure));
}

function totalsOf({ ports, runId, scratch }: Turn): TurnTotals {
  const { text, steps, usage, costUsd, startedAt, changedFiles, needed } = scratch;
  return {
    runId,
    text,
    steps,
    usage,
    costUsd,
    durationMs: Math.max(0, ports.clock.now() - startedAt),
    changedFiles: [...changedFiles].sort(),
    approvalsNeeded: needed,
  };
}
