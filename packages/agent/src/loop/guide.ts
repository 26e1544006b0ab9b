import type { AssistantMessage, Mode, ModelFailure, UserMessage } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import type { SummaryCause } from "./notes.ts";
import { remind } from "./say.ts";
import { finishStep, startStep } from "./steps.ts";
import { storeReply } from "./store-reply.ts";
import type { Turn } from "./turn-state.ts";

/** What a guide wants of the next request. */
export type GuidedStep = {
  /** Said before it, in Squire's own words. */
  readonly say?: UserMessage;
  /** False: the model can only answer. */
  readonly tools?: boolean;
  /** Ends what the step does and not the turn: the guide is then asked what comes next. */
  readonly signal?: AbortSignal;
  /** Nobody is asked: this is the answer, and the turn is over. */
  readonly answer?: string;
};

/**
 * Leads one turn through parts of its own, as research goes from searching to writing (RES-2). The
 * turn stays an ordinary one: the same log, the same limits, one terminal event.
 */
export type TurnGuide = {
  /** Asked before each request. */
  next(step: number): Promise<GuidedStep>;
  /** A reply without calls, before it is kept: what is kept in its place. */
  settle(message: AssistantMessage): Promise<AssistantMessage>;
  /** Whether the turn goes on behind the answer that was settled last. */
  goesOn(): boolean;
  /** A request failed for good: true when the guide goes on without its reply. */
  failed(failure: ModelFailure): boolean;
  /** At a limit of the loop: true when the guide brings the turn to its end from here. */
  wrapUp(cause: SummaryCause): boolean;
  /** The turn ends without an answer; true when something that it found is kept. */
  cutOff(how: "aborted" | "failed"): boolean;
};

/** Null: the turn needs no guide. */
export type MakeGuide = (turn: {
  readonly runId: string;
  readonly mode: Mode;
  /** What the turn begins with. */
  readonly messages: readonly UserMessage[];
  readonly signal: AbortSignal;
}) => TurnGuide | null;

export type Guided = {
  readonly turn: Turn;
  readonly tools: boolean;
  /** Not null: what to answer without asking anybody. */
  readonly answer: string | null;
};

/** The turn as the next step sees it. */
export async function guideStep(turn: Turn, step: number): Promise<Guided> {
  const tools = turn.settings.mode !== "chat";
  if (turn.guide === null) return { turn, tools, answer: null };
  const wish = await turn.guide.next(step);
  if (wish.say !== undefined) await remind(turn, wish.say);
  const { signal } = wish;
  return {
    turn:
      signal === undefined ? turn : { ...turn, signal: AbortSignal.any([turn.signal, signal]) },
    tools: tools && wish.tools !== false,
    answer: wish.answer ?? null,
  };
}

/** The step was ended by the guide, and the turn was not. */
export function wasCut(turn: Turn, guided: Guided): boolean {
  if (turn.signal.aborted || !guided.turn.signal.aborted) return false;
  turn.scratch.closed = false;
  return true;
}

/** An answer that no model gave: in the log like any other, and the end of the turn. */
export async function giveAnswer(turn: Turn, step: number, text: string): Promise<void> {
  const { ports, scratch } = turn;
  startStep(turn, step, OWN_ORIGIN.model);
  scratch.text = text;
  const message: AssistantMessage = {
    role: "assistant",
    content: [{ type: "text", text }],
    origin: OWN_ORIGIN,
  };
  await storeReply(turn, { message, status: "complete", step });
  await ports.log.flush();
  finishStep(turn, { reason: "stop", usage: NO_USAGE });
}

/** Who answers where no model does. */
const OWN_ORIGIN = { provider: "squire", wire: "", model: "guide" } as const;
