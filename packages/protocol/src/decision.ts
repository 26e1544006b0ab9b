import { z } from "zod";
import { once, type Infer } from "./once.ts";

/** What a tool does to the world; permissions and parallel running look at it. */
export const effectSchema = once(() => z.enum(["read", "write", "execute", "network", "ask"]));

export const riskSchema = once(() => z.enum(["low", "med", "high"]));

export const verdictSchema = once(() => z.enum(["allow", "ask", "deny"]));

/** One check the gate made, in order (PERM-4). `verdict` is null when the check did not decide. */
export const trailStepSchema = once(() =>
  z
    .object({
      stage: z.enum([
        "floor",
        "mode",
        "hook",
        "tool",
        "rule",
        "taint",
        "trust",
        "headless",
        "sandbox",
        "fallback",
      ]),
      verdict: verdictSchema().nullable(),
      reason: z.string(),
      /** `Tool` or `Tool(glob)`, where a rule matched. */
      rule: z.string().exactOptional(),
      /** Where that rule stands: `file:line`. */
      origin: z.string().exactOptional(),
    })
    .readonly(),
);

export const decisionSchema = once(() =>
  z
    .object({
      verdict: verdictSchema(),
      trail: z.array(trailStepSchema()).readonly(),
      /** The narrowest rule that would allow this call. */
      suggestedRule: z.string().exactOptional(),
      /** How bad the worst of it would be, as far as the gate can tell. */
      risk: riskSchema().exactOptional(),
    })
    .readonly(),
);

export type Effect = Infer<typeof effectSchema>;
export type Risk = Infer<typeof riskSchema>;
export type Verdict = Infer<typeof verdictSchema>;
export type TrailStep = Infer<typeof trailStepSchema>;
export type Decision = Infer<typeof decisionSchema>;
