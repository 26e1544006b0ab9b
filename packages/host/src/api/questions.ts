import type { Answer, Entry, Question } from "@squire/protocol";
import { questionIn } from "@squire/protocol/values";

/** The question at the end of a branch that nobody has answered yet. */
export function openQuestion(branch: readonly Entry[]): Question | null {
  for (const entry of branch.toReversed()) {
    if (entry.type === "message" && entry.message.role === "user") return null;
    if (entry.type !== "tool_result") continue;
    const { outcome, details } = entry;
    const question = questionIn({ name: outcome.name, callId: outcome.callId, details });
    return question !== null && !isClosed(branch, entry) ? question : null;
  }
  return null;
}

/** A plan that was cancelled or stopped has been answered without another word. */
function isClosed(branch: readonly Entry[], asked: Entry): boolean {
  const after = branch.slice(branch.indexOf(asked) + 1);
  return after.some((entry) => entry.type === "plan" || entry.type === "context");
}

export type GivenAnswer = { readonly answer: Answer; readonly by: string };

type Waiting = { readonly question: Question; readonly settle: (given: GivenAnswer) => void };

const NO_ANSWER: GivenAnswer = { answer: {}, by: "abort" };

/** The questions of a session: those that a call waits for, and the one that has ended a turn. */
export class Questions {
  readonly #waiting = new Map<string, Waiting>();
  /** The one that the last turn ended with. */
  ended: Question | null = null;

  pending(): readonly Question[] {
    const waiting = [...this.#waiting.values()].map(({ question }) => question);
    return this.ended === null ? waiting : [...waiting, this.ended];
  }

  /** For a call: resolves with the answer, an empty one when the signal fires. */
  wait(question: Question, signal: AbortSignal): Promise<GivenAnswer> {
    const { questionId } = question;
    return new Promise((resolve) => {
      const settle = (given: GivenAnswer): void => {
        signal.removeEventListener("abort", stop);
        this.#waiting.delete(questionId);
        resolve(given);
      };
      const stop = (): void => settle(NO_ANSWER);
      this.#waiting.set(questionId, { question, settle });
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });
  }

  /** False when no call waits for it. */
  answer(questionId: string, given: GivenAnswer): boolean {
    const waiting = this.#waiting.get(questionId);
    waiting?.settle(given);
    return waiting !== undefined;
  }
}
