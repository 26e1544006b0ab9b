import type { Answer, Plan, PlanChange, Question, TodoItem, Trust } from "@squire/protocol";

/** The plan and the list of things to do; both are entries of the log (PLAN-8). */
export type Board = {
  plan(): Plan | null;
  todos(): readonly TodoItem[];
  /** Resolves when the log has it. */
  changePlan(change: PlanChange, plan: Plan, reason?: string): Promise<void>;
  setTodos(items: readonly TodoItem[]): Promise<void>;
};

/** What happens to a plan when nobody is there to look at it (PLAN-6). */
export type HeadlessPlan = "approve" | "stop";

export type PlanServices = {
  readonly board: Board;
  readonly trust: () => Trust;
  /** Null: somebody is there. */
  readonly headless: HeadlessPlan | null;
};

/** Waits for an answer. Null: none came, or nobody is there (PLAN-5). */
export type AskUser = (
  question: Question,
  options: { readonly signal: AbortSignal },
) => Promise<Answer | null>;
