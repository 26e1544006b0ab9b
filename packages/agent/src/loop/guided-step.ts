import type { AssistantMessage } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import { remind } from "./say.ts";
import { finishStep, startStep } from "./steps.ts";
import { storeReply } from "./store-reply.ts";
import type { Turn } from "./turn-state.ts";

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
    turn: signal === undefined ? turn : { ...turn, signal: AbortSignal.any([turn.signal, signal]) },
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
