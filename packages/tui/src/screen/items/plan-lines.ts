import type { PlanItem } from "@squire/client";
import type { Plan, PlanChange, TodoItem } from "@squire/protocol";
import { inertLine } from "../../text/inert.ts";
import { span, type Line } from "../../text/span.ts";
import { truncate } from "../../text/width.ts";
import { wrapLine } from "../../text/wrap.ts";
import type { ItemContext } from "./item-context.ts";

const CHANGES: Readonly<Record<PlanChange, string>> = {
  submitted: "plan",
  approved: "plan approved",
  refined: "plan to be refined",
  cancelled: "plan cancelled",
  step_completed: "step done",
  revision_proposed: "change of plan",
  revised: "plan changed",
  revision_rejected: "plan stays",
  stopped: "plan stopped",
};

export function planLines({ change, plan }: PlanItem, context: ItemContext): readonly Line[] {
  const done = plan.steps.filter((step) => step.done).length;
  const head: Line = [
    span("● ", "accent"),
    span(`${CHANGES[change]} ${done}/${plan.steps.length}`),
  ];
  const whole = change === "submitted" || change === "revised" || change === "revision_proposed";
  return whole ? [head, ...stepLines(plan, context.width)] : [head];
}

/** The steps with their state and risk. */
export function stepLines(plan: Plan, width: number): readonly Line[] {
  const next = plan.steps.findIndex((step) => !step.done);
  return plan.steps.flatMap((step, index) => {
    const sign = step.done ? span("  ✓ ", "ok") : span(index === next ? "  ▸ " : "  · ", "accent");
    const risk =
      step.risk === undefined || step.risk === "low" ? [] : [span(` ⚠ ${step.risk}`, "caution")];
    const title = span(inertLine(step.title), step.done ? "dim" : {});
    return wrapLine([title, ...risk], { width, first: [sign], rest: [span("    ")] });
  });
}

/** What there is to do, for the panel above the composer. */
export function todoLines(
  todos: readonly TodoItem[],
  width: number,
  rows: number,
): readonly Line[] {
  const open = todos.filter(({ status }) => status === "open" || status === "active");
  if (open.length === 0) return [];
  const shown = open.slice(0, rows).map((todo): Line => {
    const sign = todo.status === "active" ? span("  ▸ ", "accent") : span("  ☐ ", "dim");
    return [
      sign,
      span(truncate(inertLine(todo.text), width - 6), todo.status === "active" ? {} : "dim"),
    ];
  });
  const more = open.length - rows;
  return more > 0 ? [...shown, [span(`    … ${more} more (/todo)`, "faint")]] : shown;
}
