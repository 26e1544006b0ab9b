import { defineTool, ToolError, ToolStop, type Tool } from "@squire/agent";
import type { PlanStep } from "@squire/protocol";
import { z } from "zod";
import type { PlanServices } from "./board.ts";
import { checkpointQuestion } from "./questions.ts";
import { completed, stepLines } from "./steps.ts";

export function markStepCompleteTool(services: PlanServices): Tool {
  const { board } = services;
  return defineTool({
    name: "mark_step_complete",
    description: "Report a finished step of the approved plan.",
    effect: "ask",
    input: z.object({
      stepId: z.string().min(1),
      title: z.string().optional(),
      result: z.string().min(1),
      notes: z.string().optional(),
    }),

    async run({ stepId, result, notes }, { callId }) {
      const plan = board.plan();
      if (plan === null) throw new ToolError("There is no plan. Go on without this tool.");
      const end = notes === undefined ? { result } : { result, notes };
      const now = completed(plan, stepId, end);
      const step = now?.steps.find(({ id }) => id === stepId);
      if (now === null || step === undefined) {
        throw new ToolError(`The plan has no step ${stepId}. Its steps are:\n${stepLines(plan)}`);
      }
      await board.changePlan("step_completed", now);
      if (asksBefore(step, services)) {
        const question = checkpointQuestion(callId, step.title, now);
        throw new ToolStop(`${step.title}: done. The user decides how to go on.`, question);
      }
      return { step, next: now.steps.find(({ done }) => !done) ?? null };
    },

    toModel({ step, next }) {
      const said = `Step ${step.id} is done.`;
      return next === null
        ? `${said} That was the last one.`
        : `${said} Next: ${next.id} ${next.title}`;
    },

    details: ({ step }) => ({
      data: {
        kind: "step_completed",
        stepId: step.id,
        title: step.title,
        result: step.result ?? "",
      },
    }),

    summary: ({ stepId, title }) => `step ${stepId} done${title === undefined ? "" : `: ${title}`}`,
  });
}

/** `auto` and above go on by themselves unless the step is risky; so does a run nobody watches. */
function asksBefore({ risk }: PlanStep, { trust, headless }: PlanServices): boolean {
  if (headless === "approve") return false;
  return risk === "high" || trust() === "review";
}
