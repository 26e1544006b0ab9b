import type { View } from "@squire/client";
import { inertText } from "@squire/protocol/values";

const MOST = 600;

/** What a screen reader is told: whole answers and questions, never words as they come. */
export function spokenWords(view: View | null): string {
  if (view === null) return "";
  const [approval] = view.approvals;
  if (approval !== undefined) return inertText(`${approval.toolName} asks: ${approval.summary}`);
  const [question] = view.questions;
  if (question !== undefined) return inertText(question.prompt);
  const last = view.items
    .from(view.items.length - 8)
    .findLast(({ kind }) => kind === "text" || kind === "error");
  if (last?.kind === "error") return inertText(last.failure.message);
  return last?.kind === "text" ? inertText(last.text).slice(0, MOST) : "";
}
