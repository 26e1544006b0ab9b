import { defineTool, ToolStop, type Tool } from "@squire/agent";
import type { Plan } from "@squire/protocol";
import { z } from "zod";
import type { PlanServices } from "./board.ts";
import { planQuestion } from "./questions.ts";
import { newSteps, stepInput } from "./steps.ts";

export function submitPlanTool({ board, headless }: PlanServices): Tool {
  return defineTool({
    name: "submit_plan",
    description: "Show the user a plan before changing anything; ends the turn until they decide.",
    effect: "ask",
    input: z.object({
      plan: z.string().min(1).describe("Markdown"),
      steps: z.array(stepInput).max(50).optional(),
      summary: z.string().optional(),
    }),

    async run({ plan: markdown, steps = [], summary }, { callId }) {
      const plan: Plan = {
        markdown,
        steps: newSteps(steps),
        ...(summary === undefined ? {} : { summary }),
      };
      await board.changePlan("submitted", plan);
      if (headless !== "approve") {
        throw new ToolStop("The plan is shown to the user.", planQuestion(callId, plan));
      }
      await board.changePlan("approved", plan);
      return plan;
    },

    toModel: ({ steps }) =>
      steps.length === 0
        ? "The plan is approved. Carry it out."
        : "The plan is approved. Carry it out step by step; call mark_step_complete after each.",

    details: (plan) => ({ data: { kind: "plan_approved", plan } }),

    summary: ({ summary, plan }) => `plan: ${summary ?? plan.split("\n", 1)[0]}`,
  });
}
