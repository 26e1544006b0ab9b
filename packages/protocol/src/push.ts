import { z } from "zod";
import { approvalAnswerSchema, approvalRequestSchema } from "./approval.ts";
import { costSchema, countSchema, idSchema, seqSchema, timeSchema } from "./basics.ts";
import { eventEnvelopeSchema } from "./event.ts";
import { presenceClientSchema } from "./events/session.ts";
import { phaseSchema, phaseStatusSchema } from "./events/work.ts";
import { JsonValueSchema } from "./json.ts";
import { ModeSchema, TrustSchema } from "./mode.ts";
import { once, type Infer } from "./once.ts";
import { questionSchema } from "./question.ts";
import { stopReasonSchema } from "./stop-reason.ts";
import { parseTagged, type Parsed, type VariantOf } from "./tagged.ts";
import { userFailureSchema } from "./user-failure.ts";

/** Which session a push is about and its place there (GW-9); absent on what is about no session. */
const placeShape = once(() => ({
  sessionKey: idSchema().exactOptional(),
  seq: seqSchema().exactOptional(),
  at: timeSchema().exactOptional(),
  /** As the client named it in `sessions.attach`. */
  subscription: idSchema().exactOptional(),
}));

function push<const E extends string, D extends z.ZodType>(event: E, data: D) {
  return z.object({ event: z.literal(event), data, ...placeShape() }).readonly();
}

function shaped<const E extends string, S extends z.ZodRawShape>(event: E, data: S) {
  return push(event, z.object(data).readonly());
}

const runText = () => ({ runId: idSchema(), text: z.string() });
const call = () => ({ runId: idSchema(), callId: idSchema(), tool: z.string() });

/** Every push by its event name (GW-7). */
export const pushSchemas = {
  "chat.delta": once(() => shaped("chat.delta", runText())),
  "chat.thinking": once(() => shaped("chat.thinking", runText())),
  "chat.final": once(() =>
    shaped("chat.final", {
      runId: idSchema(),
      usage: z
        .object({ inputTokens: countSchema().nullable(), outputTokens: countSchema().nullable() })
        .readonly(),
      costUsd: costSchema().exactOptional(),
      stopReason: stopReasonSchema().exactOptional(),
      aborted: z.boolean().exactOptional(),
    }),
  ),
  "chat.error": once(() =>
    shaped("chat.error", {
      runId: idSchema(),
      message: z.string(),
      failure: userFailureSchema().exactOptional(),
    }),
  ),
  "exec.approval_request": once(() => push("exec.approval_request", approvalRequestSchema())),
  /** Somebody has answered: take the card away (PERM-10). */
  "exec.approval_answered": once(() =>
    shaped("exec.approval_answered", { approvalId: idSchema(), answer: approvalAnswerSchema() }),
  ),
  "tool.start": once(() =>
    shaped("tool.start", { ...call(), summary: z.string(), args: JsonValueSchema }),
  ),
  "tool.progress": once(() =>
    shaped("tool.progress", {
      runId: idSchema(),
      tool: z.string(),
      message: z.string(),
      callId: idSchema().exactOptional(),
    }),
  ),
  "tool.result": once(() =>
    shaped("tool.result", {
      ...call(),
      success: z.boolean(),
      summary: z.string(),
      artifactId: idSchema().exactOptional(),
      error: z.string().exactOptional(),
    }),
  ),
  question: once(() => push("question", questionSchema())),
  /** What has changed, and only that. */
  "session.updated": once(() =>
    shaped("session.updated", {
      title: z.string().nullable().exactOptional(),
      running: z.boolean().exactOptional(),
      updatedAt: timeSchema().exactOptional(),
      mode: ModeSchema.exactOptional(),
      trust: TrustSchema.exactOptional(),
      model: z.string().exactOptional(),
      phase: phaseSchema().exactOptional(),
      phaseStatus: phaseStatusSchema().exactOptional(),
    }),
  ),
  presence: once(() => shaped("presence", { clients: z.array(presenceClientSchema()).readonly() })),
  /** One event as it is, for a client that attached with `events: "full"`; `parseEnvelope` reads it. */
  "session.event": once(() => push("session.event", eventEnvelopeSchema())),
  /** Nothing more comes of this stream: the session is gone, or it could not be read. */
  "session.ended": once(() =>
    shaped("session.ended", { failure: userFailureSchema().exactOptional() }),
  ),
  /** The client read too slowly and lost events: attach again from the last `seq` it has (GW-8). */
  lagged: once(() => shaped("lagged", { lastSeq: countSchema() })),
} as const;

const unknownPushSchema = once(() =>
  z.looseObject({ event: z.string().min(1), data: z.unknown() }).readonly(),
);

export type PushName = keyof typeof pushSchemas;
export type Push<E extends PushName = PushName> = VariantOf<typeof pushSchemas, E>;
export type UnknownPush = Infer<typeof unknownPushSchema>;

/** A push as a client receives it. Unknown ones are for the client to ignore. Never throws. */
export function parsePush(value: unknown): Parsed<Push, UnknownPush> {
  return parseTagged(pushSchemas, "event", unknownPushSchema, value);
}
