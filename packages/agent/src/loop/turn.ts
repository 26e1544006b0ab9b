import type { ModelFailure } from "@squire/protocol";
import { userFailureOf } from "@squire/protocol/values";
import { answerCalls } from "./answer-calls.ts";
import { abortTurn, endFailed, failTurn, finishTurn } from "./end-turn.ts";
import { goesOn, isEmpty } from "./go-on.ts";
import { giveAnswer, guideStep, wasCut } from "./guided-step.ts";
import type { Guided } from "./guided-step.ts";
import { haltBefore } from "./halt.ts";
import type { Halt } from "./halt.ts";
import { haltTurn } from "./halt-turn.ts";
import { failureFrom } from "./log-failed.ts";
import { nextRequest } from "./next-request.ts";
import { openTurn } from "./open-turn.ts";
import { recover } from "./recover.ts";
import type { TurnMessage } from "./say.ts";
import { failStep, finishStep, STOPPED } from "./steps.ts";
import { takeReply } from "./take-reply.ts";
import type { Reply } from "./reply.ts";
import type { TurnResult } from "./turn-result.ts";
import type { NextRequest, Turn } from "./turn-state.ts";

/** A user message and all that follows until the agent stops. Ends in one terminal event; never rejects. */
export async function runTurn(turn: Turn, messages: readonly TurnMessage[]): Promise<TurnResult> {
  try {
    await openTurn(turn, messages);
    return await takeSteps(turn);
  } catch (error) {
    return await failTurn(turn, failureFrom(error));
  }
}

/** The loop: a request, its reply, the outcomes of its calls, until nothing is left to do. */
async function takeSteps(turn: Turn): Promise<TurnResult> {
  for (let step = 1; ; step++) {
    if (turn.signal.aborted) return abortTurn(turn);
    const { guided, next, halt } = await prepareStep(turn, step);
    if (guided.answer !== null) {
      await giveAnswer(turn, step, guided.answer);
      return finishTurn(turn, "stop");
    }
    if (halt !== null) return haltTurn(turn, step, halt);
    const reply = await takeReply(guided.turn, step, next);
    if (reply.type === "failed") {
      if (wasCut(turn, guided)) continue;
      const failure = await recover(turn, reply);
      if (failure !== null && !goesOnWithout(turn, failure)) return endFailed(turn, failure);
      continue;
    }
    const stop = await answerCalls(guided.turn, reply);
    closeStep(turn, reply);
    if (stop !== null && !turn.signal.aborted) return finishTurn(turn, stop);
    if (!(await goesOn(turn, reply))) return endAnswered(turn, reply);
  }
}

function goesOnWithout({ guide, signal }: Turn, failure: ModelFailure): boolean {
  return !signal.aborted && guide?.failed(failure) === true;
}

type Prepared = {
  readonly guided: Guided;
  readonly next: NextRequest;
  readonly halt: Halt | null;
};

/** At a limit a guide may bring the turn to its end; what it then asks for is not held up again. */
async function prepareStep(turn: Turn, step: number): Promise<Prepared> {
  const guided = await guideStep(turn, step);
  const next = nextRequest(turn, guided);
  const halt = haltBefore(turn, step, next);
  if (halt?.type !== "summary" || turn.guide === null) return { guided, next, halt };
  if (!guided.tools || guided.answer !== null) return { guided, next, halt: null };
  return turn.guide.wrapUp(halt.cause) ? prepareStep(turn, step) : { guided, next, halt };
}

/** A step whose calls were cut off has failed, even though its reply was whole. */
function closeStep(turn: Turn, reply: Reply): void {
  if (turn.signal.aborted && reply.calls.length > 0) failStep(turn, STOPPED);
  else finishStep(turn, reply);
}

function endAnswered(turn: Turn, reply: Reply): Promise<TurnResult> {
  if (!isEmpty(reply)) return finishTurn(turn, reply.reason === "length" ? "length" : "stop");
  const { ports, runId, scratch } = turn;
  const worked = scratch.steps > 2;
  if (!worked) return failTurn(turn, userFailureOf(EMPTY));
  const { message } = EMPTY;
  ports.emit({ type: "warning.raised", runId, code: "reply.empty", message });
  return finishTurn(turn, "stop");
}

const EMPTY: ModelFailure = {
  kind: "protocol",
  message: "The model sent an empty reply, also when it was asked again.",
  advice: "Try again, or pick another model with --model.",
  retryable: true,
};
