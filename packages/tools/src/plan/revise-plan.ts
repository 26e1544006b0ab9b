import { defineTool, ToolError, ToolStop, type Tool } from "@squire/agent";
import { z } from "zod";
import type { PlanServices } from "./board.ts";
import { revisionQuestion } from "./questions.ts";
import { planDiff, revised, stepInput, stepLines } from "./steps.ts";

export function revisePlanTool({ board, headless }: PlanServices): Tool {
  return defineTool({
    name: "revise_plan",
    description: "Propose other remaining steps for the approved plan; finished ones stay.",
    effect: "ask",
    input: z.object({
      reason: z.string().min(1),
      remainingSteps: z.array(stepInput).max(50),
      summary: z.string().optional(),
    }),

    async run({ reason, remainingSteps, summary }, { callId }) {
      const plan = board.plan();
      if (plan === null) throw new ToolError("There is no plan to revise. Use submit_plan.");
      const proposed = revised(plan, remainingSteps, summary);
      if (headless === "approve") {
        await board.changePlan("revised", proposed, reason);
        return proposed;
      }
      await board.changePlan("revision_proposed", plan, reason);
      const prompt = `${reason}\n${planDiff(plan, proposed)}`;
      const question = revisionQuestion(callId, prompt, proposed);
      throw new ToolStop("The revision is shown to the user.", question);
    },

    toModel: (plan) => `The plan is revised:\n${stepLines(plan)}`,

    details: (plan) => ({ data: { kind: "plan_revised", plan } }),

    summary: ({ reason }) => `revise the plan: ${reason}`,
  });
}
