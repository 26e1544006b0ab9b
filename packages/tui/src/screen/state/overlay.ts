import type { ApprovalRequest, Question } from "@squire/protocol";
import type { AppState } from "./app-state.ts";

/**
 * What lies over the screen, and who owns the keys (TUI-6): `modal` hides the composer and takes them
 * all; `input` keeps the composer, which goes on writing.
 */
export type Overlay =
  | { readonly owner: "none" }
  | { readonly owner: "modal"; readonly type: "picker" }
  | { readonly owner: "modal"; readonly type: "approval"; readonly request: ApprovalRequest }
  | { readonly owner: "modal"; readonly type: "question"; readonly question: Question }
  | { readonly owner: "input"; readonly type: "completion" }
  | { readonly owner: "input"; readonly type: "search" }
  | { readonly owner: "input"; readonly type: "reason"; readonly request: ApprovalRequest }
  | { readonly owner: "input"; readonly type: "answer"; readonly question: Question };

/** Approvals come before questions, questions before lists that the user opened. */
export function overlayOf(state: AppState): Overlay {
  const [request] = state.view.approvals;
  if (request !== undefined) {
    const owner = state.asking?.type === "reason" ? "input" : "modal";
    return owner === "input"
      ? { owner, type: "reason", request }
      : { owner, type: "approval", request };
  }
  const [question] = state.view.questions;
  if (question !== undefined) {
    const free = question.options.length === 0 || state.asking?.type === "answer";
    return free
      ? { owner: "input", type: "answer", question }
      : { owner: "modal", type: "question", question };
  }
  if (state.picker !== null) return { owner: "modal", type: "picker" };
  if (state.search !== null) return { owner: "input", type: "search" };
  if (state.completion !== null) return { owner: "input", type: "completion" };
  return { owner: "none" };
}
