import { z } from "zod";
import { idSchema } from "../basics.ts";
import { ModeSchema, TrustSchema } from "../mode.ts";
import { ThinkingLevelSchema } from "../model.ts";
import { once } from "../once.ts";
import { planChangeSchema, planSchema, todoItemSchema } from "../plan.ts";
import { entry } from "./head.ts";

export const changeCauseSchema = once(() =>
  z.enum(["user", "fallback", "escalation", "promotion", "resume", "extension"]),
);

/** State of the session: of each kind, the last one on the branch holds. */
export const settingEntries = {
  /** MODL-17. A temporary change ends with its turn. */
  model_change: once(() =>
    entry("model_change", {
      /** `provider/model`. */
      model: z.string(),
      temporary: z.boolean(),
      cause: changeCauseSchema().exactOptional(),
    }),
  ),
  thinking_change: once(() =>
    entry("thinking_change", { thinking: ThinkingLevelSchema, temporary: z.boolean() }),
  ),
  mode_change: once(() => entry("mode_change", { mode: ModeSchema })),
  trust_change: once(() => entry("trust_change", { trust: TrustSchema })),
  /** The names of all active tools (SES-9, TOOL-11). */
  tools_change: once(() => entry("tools_change", { active: z.array(z.string()).readonly() })),
  title: once(() =>
    entry("title", { title: z.string(), by: z.enum(["user", "model", "extension"]) }),
  ),
  /** A name for an entry; null takes it away. */
  label: once(() => entry("label", { targetId: idSchema(), label: z.string().nullable() })),
  /** Moves the end of the branch; null is the place before the first entry. */
  leaf: once(() => entry("leaf", { targetId: idSchema().nullable() })),
  /** The whole plan as it now stands, and what happened to it (PLAN-8). */
  plan: once(() =>
    entry("plan", {
      change: planChangeSchema(),
      plan: planSchema(),
      reason: z.string().exactOptional(),
    }),
  ),
  /** The whole list. */
  todo: once(() => entry("todo", { items: z.array(todoItemSchema()).readonly() })),
} as const;
