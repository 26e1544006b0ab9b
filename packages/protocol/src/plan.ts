import { z } from "zod";
import { idSchema } from "./basics.ts";
import { riskSchema } from "./decision.ts";
import { once, type Infer } from "./once.ts";

/** PLAN-1, PLAN-2. `result` and `notes` are there once the step is done. */
export const planStepSchema = once(() =>
  z
    .object({
      id: idSchema(),
      title: z.string(),
      action: z.string(),
      risk: riskSchema().exactOptional(),
      done: z.boolean(),
      result: z.string().exactOptional(),
      notes: z.string().exactOptional(),
    })
    .readonly(),
);

export const planSchema = once(() =>
  z
    .object({
      markdown: z.string(),
      summary: z.string().exactOptional(),
      steps: z.array(planStepSchema()).readonly(),
    })
    .readonly(),
);

/** What happened to the plan. */
export const planChangeSchema = once(() =>
  z.enum([
    "submitted",
    "approved",
    "refined",
    "cancelled",
    "step_completed",
    "revision_proposed",
    "revised",
    "revision_rejected",
    "stopped",
  ]),
);

/** PLAN-7: at most one item is active. */
export const todoItemSchema = once(() =>
  z
    .object({
      id: idSchema(),
      text: z.string(),
      status: z.enum(["open", "active", "done", "dropped"]),
      phase: z.string().exactOptional(),
    })
    .readonly(),
);

export type PlanStep = Infer<typeof planStepSchema>;
export type Plan = Infer<typeof planSchema>;
export type PlanChange = Infer<typeof planChangeSchema>;
export type TodoItem = Infer<typeof todoItemSchema>;
