import { z } from "zod";
import { countSchema, durationSchema, idSchema } from "../basics.ts";
import { ModeSchema, RoleSchema, TrustSchema } from "../mode.ts";
import { ThinkingLevelSchema } from "../model.ts";
import { once, type Infer } from "../once.ts";
import { method } from "./method.ts";

/** USD per million tokens. */
const priceSchema = once(() =>
  z
    .object({
      input: z.number().nonnegative(),
      output: z.number().nonnegative(),
      cacheRead: z.number().nonnegative().exactOptional(),
      cacheWrite: z.number().nonnegative().exactOptional(),
    })
    .readonly(),
);

/** A model as a picker shows it. */
export const modelCardSchema = once(() =>
  z
    .object({
      /** `provider/model`. */
      id: idSchema(),
      provider: z.string(),
      name: z.string(),
      reasoning: z.boolean(),
      input: z.array(z.enum(["text", "image"])).readonly(),
      /** 0 = unknown. */
      contextWindow: countSchema(),
      /** Null = unknown, which is not the same as free. */
      price: priceSchema().nullable(),
      /** It needs no key, or there is one. */
      available: z.boolean(),
    })
    .readonly(),
);

const agentInfoSchema = once(() =>
  z
    .object({
      id: idSchema(),
      name: z.string(),
      description: z.string().exactOptional(),
      default: z.boolean(),
    })
    .readonly(),
);

/** The host itself, and the dials of a session. */
export const settingMethods = {
  /** The only method that needs no token. */
  "health.check": method(
    "Whether the host is there. The only method that needs no token.",
    () => ({}),
    () => ({ status: z.literal("ok"), version: z.string(), uptimeMs: durationSchema() }),
  ),
  "agents.list": method(
    "The agent definitions a session can be begun with.",
    () => ({}),
    () => ({ agents: z.array(agentInfoSchema()).readonly() }),
  ),
  "mode.set": method(
    "What the user wants: chat, plan, research or code.",
    () => ({ sessionKey: idSchema(), mode: ModeSchema }),
    () => ({ mode: ModeSchema }),
  ),
  "trust.set": method(
    "How much may happen unasked; `yolo` has to be confirmed once per session (PERM-9).",
    () => ({
      sessionKey: idSchema(),
      trust: TrustSchema,
      /** `yolo` is refused without it the first time in a session (PERM-9). */
      confirmed: z.boolean().exactOptional(),
    }),
    () => ({ trust: TrustSchema }),
  ),
  "budget.get": method(
    "What the session may cost (ESC-7).",
    () => ({ sessionKey: idSchema() }),
    () => ({ usd: z.number().positive().nullable() }),
  ),
  "budget.set": method(
    "What the session may cost from now on; null: no limit (ESC-7).",
    () => ({ sessionKey: idSchema(), usd: z.number().positive().nullable() }),
    () => ({ usd: z.number().positive().nullable() }),
  ),
  "models.list": method(
    "The models that can be asked, and those that lack a key.",
    () => ({
      /** True leaves out models without a key. */
      available: z.boolean().exactOptional(),
    }),
    () => ({
      models: z.array(modelCardSchema()).readonly(),
      /** The model of each role that has one. */
      roles: z.partialRecord(RoleSchema, z.string()).readonly(),
    }),
  ),
  "models.set": method(
    "The model or thinking level from the next request on.",
    () => ({
      sessionKey: idSchema(),
      /** A reference as `--model` takes it; absent: only the thinking level changes. */
      model: z.string().min(1).exactOptional(),
      thinking: ThinkingLevelSchema.exactOptional(),
      /** For the next turn alone; without model and level it takes such a wish back (ESC-1). */
      temporary: z.boolean().exactOptional(),
      /** Also for new sessions, in the user's file (MODL-17). */
      keep: z.boolean().exactOptional(),
    }),
    () => ({ model: z.string(), thinking: ThinkingLevelSchema.exactOptional() }),
  ),
} as const;

export type ModelCard = Infer<typeof modelCardSchema>;
export type AgentInfo = Infer<typeof agentInfoSchema>;
