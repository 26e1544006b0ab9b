import { z } from "zod";
import { countSchema, durationSchema, idSchema, timeSchema } from "../basics.ts";
import { deliverySchema } from "../entries/conversation.ts";
import { changeCauseSchema } from "../entries/settings.ts";
import { compactionReasonSchema, prefixBreakCauseSchema } from "../entries/view.ts";
import { UserMessageSchema } from "../message.ts";
import { ModeSchema, TrustSchema } from "../mode.ts";
import { ThinkingLevelSchema } from "../model.ts";
import { once, type Infer } from "../once.ts";
import { taintShape } from "../taint.ts";
import { userFailureSchema } from "../user-failure.ts";
import { waitingEditSchema } from "../waiting-edit.ts";
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

const shellShape = once(() => ({
  shellId: idSchema(),
  command: z.string(),
  cwd: z.string(),
  /** The model is not shown it. */
  private: z.boolean(),
}));

/** What a rewind takes back: files, what was said, or both. */
export const rewindWhatSchema = once(() => z.enum(["code", "conversation", "both"]));

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
  /** Notes are taken on a branch that is being left (CMP-12). */
  "summary.started": once(() =>
    event("summary.started", {
      summaryId: idSchema(),
      /** The end of the branch that is left. */
      fromId: idSchema(),
      /** Where it goes on; null: at the beginning. */
      toId: idSchema().nullable(),
      /** What is left behind, and how much of it is read: estimated. */
      entries: countSchema(),
      tokens: countSchema(),
    }),
  ),
  "summary.finished": once(() =>
    event("summary.finished", {
      summaryId: idSchema(),
      entryId: idSchema(),
      fromId: idSchema(),
      summary: z.string(),
    }),
  ),
  /** Also when the user cancelled it: then the branch was not left (CMP-13). */
  "summary.failed": once(() =>
    event("summary.failed", { summaryId: idSchema(), failure: userFailureSchema() }),
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
    event("thinking.changed", {
      /** Null: as the model likes. */
      thinking: ThinkingLevelSchema.nullable(),
      temporary: z.boolean(),
    }),
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
  /** What the user ran by hand behind `!` (SH-15). */
  "shell.started": once(() => event("shell.started", { ...shellShape() })),
  /** The next piece of its output. */
  "shell.updated": once(() => event("shell.updated", { shellId: idSchema(), text: z.string() })),
  "shell.finished": once(() =>
    event("shell.finished", {
      ...shellShape(),
      entryId: idSchema(),
      output: z.string(),
      /** Null when it was stopped before it ended. */
      exitCode: z.number().int().nullable(),
      truncated: z.boolean(),
      artifactId: idSchema().exactOptional(),
      durationMs: durationSchema(),
    }),
  ),
  /** A note for the model that starts no turn. */
  "note.added": once(() => event("note.added", { entryId: idSchema(), text: z.string() })),
  /** Files, what was said, or both are as they were before (SES-21). */
  "rewind.applied": once(() =>
    event("rewind.applied", {
      entryId: idSchema(),
      what: rewindWhatSchema(),
      /** How many turns were taken back; 0 when that is not known any more. */
      turns: countSchema(),
      files: z.array(z.string()).readonly(),
      /** The rewind that this one took back. */
      undoes: idSchema().exactOptional(),
    }),
  ),
  "context.changed": once(() =>
    event("context.changed", { tokens: countSchema(), window: countSchema() }),
  ),
  /** The session works in another folder, or another branch is checked out there. */
  "workplace.changed": once(() =>
    event("workplace.changed", {
      cwd: z.string(),
      branch: z.string().nullable(),
      trusted: z.boolean(),
    }),
  ),
  "label.changed": once(() =>
    event("label.changed", { entryId: idSchema(), label: z.string().nullable() }),
  ),
  /** What stands in replies and waits for the user (EDIT-9). */
  "edits.changed": once(() =>
    event("edits.changed", { edits: z.array(waitingEditSchema()).readonly() }),
  ),
  "taint.changed": once(() => event("taint.changed", taintShape())),
  "jobs.changed": once(() => event("jobs.changed", { jobs: z.array(jobSchema()).readonly() })),
} as const;

export type QueueItem = Infer<typeof queueItemSchema>;
export type PresenceClient = Infer<typeof presenceClientSchema>;
export type Job = Infer<typeof jobSchema>;
