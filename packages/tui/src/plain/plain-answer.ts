import type { View } from "@squire/client";
import type { Effect } from "../screen/state/app-state.ts";
import { approvalAnswers, questionAnswers } from "../screen/state/card.ts";

/** A line as the answer to what is asked now; null when nothing is. What is not understood is no. */
export function plainAnswer(view: View, line: string): Effect | null {
  const text = line.trim();
  const [request] = view.approvals;
  if (request !== undefined) {
    const { approvalId } = request;
    const why = /^w\s+(.+)$/.exec(text);
    if (why !== null) return { type: "deny", approvalId, reason: why[1] ?? null };
    const answer = approvalAnswers(request).find(({ key }) => key === text.toLowerCase());
    const effect = answer?.effect;
    return effect !== undefined && typeof effect !== "string"
      ? effect
      : { type: "deny", approvalId, reason: null };
  }
  const [question] = view.questions;
  if (question === undefined) return null;
  const { questionId } = question;
  const option = questionAnswers(question).find(({ key }) => key === text.toLowerCase());
  if (option !== undefined && typeof option.effect !== "string") return option.effect;
  const free = question.allowCustom || question.options.length === 0;
  const words = free && text !== "" ? text.replace(/^w\s+/, "") : null;
  return { type: "answer", questionId, optionId: null, text: words };
}
