import type { Plan, PlanChange, TodoItem } from "@squire/protocol";
import type { Board } from "../plan/board.ts";

/** A board that keeps what happened to it. */
export class MemoryBoard implements Board {
  readonly changes: PlanChange[] = [];
  current: Plan | null = null;
  items: readonly TodoItem[] = [];

  plan(): Plan | null {
    return this.current;
  }

  todos(): readonly TodoItem[] {
    return this.items;
  }

  async changePlan(change: PlanChange, plan: Plan): Promise<void> {
    this.changes.push(change);
    this.current = plan;
  }

  async setTodos(items: readonly TodoItem[]): Promise<void> {
    this.items = items;
  }
}
