import { HOW_TO_RAISE } from "./budget.ts";
import { endFailed, failTurn, finishTurn } from "./end-turn.ts";
import type { Halt } from "./halt.ts";
import { nextRequest } from "./next-request.ts";
import { summaryRequest } from "./notes.ts";
import { remind } from "./say.ts";
import { finishStep } from "./steps.ts";
import { takeReply } from "./take-reply.ts";
import type { TurnResult } from "./turn-result.ts";
import type { Turn } from "./turn-state.ts";

/** Ends a turn at a limit: out of money at once, otherwise with a summary (LOOP-6, C34). */
export async function haltTurn(turn: Turn, step: number, halt: Halt): Promise<TurnResult> {
  if (halt.type === "budget") return stopAtBudget(turn, step, halt.message);
  await remind(turn, summaryRequest(halt.cause));
  const request = nextRequest(turn, { tools: false });
  const reply = await takeReply(turn, step, request, { forced: true });
  if (reply.type === "failed") return endFailed(turn, reply.failure);
  finishStep(turn, reply);
  return finishTurn(turn, "limit", { forcedSummary: true });
}

/** A turn that has not begun is refused; one that is under way ends where it is. */
function stopAtBudget(turn: Turn, step: number, message: string): Promise<TurnResult> {
  const { ports, runId } = turn;
  if (step === 1) {
    return failTurn(turn, { code: "budget", message, advice: HOW_TO_RAISE, retryable: false });
  }
  ports.emit({
    type: "warning.raised",
    runId,
    code: "budget.exceeded",
    message: `${message} ${HOW_TO_RAISE}`,
  });
  return finishTurn(turn, "budget");
}
