import type { TurnItem, View } from "@squire/client";
import type { Effect } from "./app-state.ts";

/** A shorter turn ends while somebody still looks. */
const LONG_MS = 10_000;

/** What is worth a note on the desktop: something is asked, or a long turn has ended (TUI-14). */
export function noticesOf(before: View, after: View): readonly Effect[] {
  const asked = newId(before.approvals.map(approvalId), after.approvals.map(approvalId));
  const [request] = after.approvals;
  if (asked && request !== undefined) {
    return [
      { type: "notify", title: "Squire asks", body: `${request.toolName}: ${request.summary}` },
    ];
  }
  const [question] = after.questions;
  if (
    newId(before.questions.map(questionId), after.questions.map(questionId)) &&
    question !== undefined
  ) {
    return [{ type: "notify", title: "Squire asks", body: question.prompt }];
  }
  if (before.epoch !== after.epoch || before.status === "idle" || after.status !== "idle")
    return [];
  const ended = lastTurn(after, before.items.length);
  if (ended === null || (ended.durationMs ?? 0) < LONG_MS) return [];
  const body = ended.end === "finished" ? "The turn has ended." : `The turn was ${ended.end}.`;
  return [{ type: "notify", title: after.title ?? "Squire", body }];
}

function approvalId({ approvalId: id }: { readonly approvalId: string }): string {
  return id;
}

function questionId({ questionId: id }: { readonly questionId: string }): string {
  return id;
}

function newId(before: readonly string[], after: readonly string[]): boolean {
  return after.some((id) => !before.includes(id));
}

function lastTurn(view: View, from: number): TurnItem | null {
  const found = view.items.from(from).findLast((item) => item.kind === "turn");
  return found?.kind === "turn" ? found : null;
}
