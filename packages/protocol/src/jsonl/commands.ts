import { z } from "zod";
import { approvalScopeSchema } from "../approval.ts";
import { countSchema, idSchema } from "../basics.ts";
import { chatContentSchema } from "../methods/chat.ts";
import { ModeSchema, TrustSchema } from "../mode.ts";
import { ThinkingLevelSchema } from "../model.ts";
import { once } from "../once.ts";
import { answerShape } from "../question.ts";

/** Absent: the session in use. `requestId` comes back in the envelopes that answer. */
const addressShape = once(() => ({
  sessionId: idSchema().exactOptional(),
  requestId: idSchema().exactOptional(),
}));

function command<const T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.object({ type: z.literal(type), ...addressShape(), ...shape }).readonly();
}

/** Every command a client may send, by its type (PROT-3). */
export const commandSchemas = {
  chat: once(() =>
    command("chat", {
      content: chatContentSchema(),
      requestId: idSchema(),
      /** Wait for the running request instead of aborting it (PROT-7). */
      queue: z.boolean().exactOptional(),
    }),
  ),
  set_mode: once(() => command("set_mode", { mode: ModeSchema })),
  set_trust: once(() => command("set_trust", { trust: TrustSchema })),
  set_model: once(() =>
    command("set_model", {
      model: z.string().min(1),
      thinking: ThinkingLevelSchema.exactOptional(),
    }),
  ),
  command: once(() =>
    command("command", { name: z.string().min(1), args: z.string().exactOptional() }),
  ),
  abort: once(() => command("abort", {})),
  heartbeat: once(() => command("heartbeat", {})),
  query_history: once(() =>
    command("query_history", {
      limit: z.number().int().min(1).max(1000).exactOptional(),
      offset: countSchema().exactOptional(),
    }),
  ),
  get_session: once(() => command("get_session", { sessionId: idSchema() })),
  approve: once(() =>
    command("approve", {
      approvalId: idSchema(),
      scope: approvalScopeSchema().exactOptional(),
    }),
  ),
  deny: once(() => command("deny", { approvalId: idSchema(), reason: z.string().exactOptional() })),
  answer: once(() => command("answer", { questionId: idSchema(), ...answerShape() })),
  attach: once(() =>
    command("attach", { sessionId: idSchema(), fromSeq: countSchema().exactOptional() }),
  ),
} as const;
