import { z } from "zod";
import { countSchema, idSchema, timeSchema } from "../basics.ts";
import { deliverySchema } from "../entries/conversation.ts";
import { changeCauseSchema } from "../entries/settings.ts";
import { compactionReasonSchema, prefixBreakCauseSchema } from "../entries/view.ts";
import { UserMessageSchema } from "../message.ts";
import { ModeSchema, TrustSchema } from "../mode.ts";
import { ThinkingLevelSchema } from "../model.ts";
import { once, type Infer } from "../once.ts";
import { userFailureSchema } from "../user-failure.ts";
import { event } from "./shape.ts";

export const queueItemSchema = once(() =>
  z
    .object({ queueId: idSchema(), message: UserMessageSchema, delivery: deliverySchema() })
    .readonly(),
);

/** Somebody who watches a session. */
export const presenceClientSchema = once(() =>
  z
    .object({
      clientId: idSchema(),
      face: z.enum(["tui", "web", "cli", "stdio", "acp", "sdk"]),
      since: timeSchema(),
    })
    .readonly(),
);

/** A background command (SH-12). */
export const jobSchema = once(() =>
  z
    .object({
      jobId: idSchema(),
      command: z.string(),
      running: z.boolean(),
      exitCode: z.number().int().exactOptional(),
    })
    .readonly(),
);

/** The session as a whole; these also come between turns. */
export const sessionEvents = {
  /** A passing line, replaced by the next event; null clears it. */
  "status.changed": once(() => event("status.changed", { text: z.string().nullable() })),
  "warning.raised": once(() =>
    event("warning.raised", {
      runId: idSchema().exactOptional(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  "compaction.started": once(() =>
    event("compaction.started", {
      compactionId: idSchema(),
      reason: compactionReasonSchema(),
      willRetry: z.boolean(),
      tokensBefore: countSchema(),
    }),
  ),
  "compaction.finished": once(() =>
    event("compaction.finished", {
      compactionId: idSchema(),
      entryId: idSchema(),
      tokensBefore: countSchema(),
      tokensAfter: countSchema(),
      shortSummary: z.string().exactOptional(),
    }),
  ),
  /** Also when the user cancelled it (CMP-13). */
  "compaction.failed": once(() =>
    event("compaction.failed", { compactionId: idSchema(), failure: userFailureSchema() }),
  ),
  /** LOOP-16. */
  "prefix.changed": once(() =>
    event("prefix.changed", { cause: prefixBreakCauseSchema(), tokensLost: countSchema() }),
  ),
  "title.changed": once(() => event("title.changed", { title: z.string() })),
  "mode.changed": once(() => event("mode.changed", { mode: ModeSchema })),
  "trust.changed": once(() => event("trust.changed", { trust: TrustSchema })),
  "model.changed": once(() =>
    event("model.changed", {
      model: z.string(),
      temporary: z.boolean(),
      cause: changeCauseSchema().exactOptional(),
    }),
  ),
  "thinking.changed": once(() =>
    event("thinking.changed", { thinking: ThinkingLevelSchema, temporary: z.boolean() }),
  ),
  "tools.changed": once(() => event("tools.changed", { active: z.array(z.string()).readonly() })),
  /** The branch in view is another one: ask for the history again. */
  "leaf.changed": once(() => event("leaf.changed", { entryId: idSchema().nullable() })),
  /** What a list of sessions shows has changed. */
  "session.updated": once(() =>
    event("session.updated", {
      title: z.string().nullable(),
      running: z.boolean(),
      updatedAt: timeSchema(),
    }),
  ),
  "presence.changed": once(() =>
    event("presence.changed", { clients: z.array(presenceClientSchema()).readonly() }),
  ),
  "queue.changed": once(() =>
    event("queue.changed", { items: z.array(queueItemSchema()).readonly() }),
  ),
  "jobs.changed": once(() => event("jobs.changed", { jobs: z.array(jobSchema()).readonly() })),
} as const;

export type QueueItem = Infer<typeof queueItemSchema>;
export type PresenceClient = Infer<typeof presenceClientSchema>;
export type Job = Infer<typeof jobSchema>;
