import type { Plan, PlanStep } from "@squire/protocol";
import { z } from "zod";

/** A step as the model writes it. */
export const stepInput = z.object({
  id: z.string().min(1).max(40).optional(),
  title: z.string().min(1),
  action: z.string().optional(),
  risk: z.enum(["low", "med", "high"]).optional(),
});

type GivenStep = z.output<typeof stepInput>;

/** Steps with an id each that no other step has, `taken` ones included. */
export function newSteps(
  given: readonly GivenStep[],
  taken: Iterable<string> = [],
): readonly PlanStep[] {
  const ids = new Set(taken);
  return given.map(({ id, title, action, risk }) => {
    const own = freshId(id ?? `s${ids.size + 1}`, ids);
    ids.add(own);
    return {
      id: own,
      title,
      action: action ?? title,
      done: false,
      ...(risk === undefined ? {} : { risk }),
    };
  });
}

function freshId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let n = 2; taken.has(id); n++) id = `${wanted}_${n}`;
  return id;
}

/** The plan with one step done; null when it has no such step. */
export function completed(
  plan: Plan,
  stepId: string,
  end: { readonly result: string; readonly notes?: string },
): Plan | null {
  if (!plan.steps.some(({ id }) => id === stepId)) return null;
  const steps = plan.steps.map((step) =>
    step.id === stepId ? { ...step, ...end, done: true } : step,
  );
  return { ...plan, steps };
}

/** What is done stays; the rest is replaced (PLAN-3). */
export function revised(
  plan: Plan,
  remaining: readonly GivenStep[],
  summary: string | undefined,
): Plan {
  const done = plan.steps.filter((step) => step.done);
  const steps = [
    ...done,
    ...newSteps(
      remaining,
      done.map(({ id }) => id),
    ),
  ];
  return { ...plan, steps, ...(summary === undefined ? {} : { summary }) };
}

/** One line a step. */
export function stepLines({ steps }: Plan): string {
  return steps
    .map(({ id, title, done, risk }) => {
      const mark = done ? "[x]" : "[ ]";
      return `${mark} ${id}: ${title}${risk === undefined ? "" : ` (risk ${risk})`}`;
    })
    .join("\n");
}

/** What a revision takes away and adds, line by line. */
export function planDiff(before: Plan, after: Plan): string {
  const old = stepLines(before).split("\n");
  const now = stepLines(after).split("\n");
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
  const kept = now.map((line) => (old.includes(line) ? `  ${line}` : `+ ${line}`));
  return [...gone, ...kept].join("\n");
}
