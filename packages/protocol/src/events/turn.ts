import { z } from "zod";
import { costSchema, countSchema, durationSchema, idSchema } from "../basics.ts";
import { messageStatusSchema } from "../entries/conversation.ts";
import { usageKindSchema } from "../entries/run.ts";
import { ModelFailureSchema } from "../failure.ts";
import { AssistantMessageSchema, UserMessageSchema } from "../message.ts";
import { ModeSchema } from "../mode.ts";
import { FinishReasonSchema } from "../model.ts";
import { once } from "../once.ts";
import { stopReasonSchema } from "../stop-reason.ts";
import { UsageSchema } from "../usage.ts";
import { userFailureSchema } from "../user-failure.ts";
import { event, runShape } from "./shape.ts";

const stepShape = once(() => ({ ...runShape(), step: z.number().int().positive() }));
const deltaShape = once(() => ({ ...runShape(), block: countSchema(), text: z.string() }));

/** A turn and its steps. Exactly one of finished, failed, aborted ends a turn; nothing of it follows. */
export const turnEvents = {
  "turn.started": once(() =>
    event("turn.started", { ...runShape(), mode: ModeSchema, model: z.string() }),
  ),
  "turn.finished": once(() =>
    event("turn.finished", {
      ...runShape(),
      reason: stopReasonSchema(),
      usage: UsageSchema,
      costUsd: costSchema(),
      durationMs: durationSchema(),
      forcedSummary: z.boolean().exactOptional(),
    }),
  ),
  "turn.failed": once(() => event("turn.failed", { ...runShape(), failure: userFailureSchema() })),
  "turn.aborted": once(() => event("turn.aborted", { ...runShape(), partialSaved: z.boolean() })),
  /** Somebody asked to stop it; the end follows. */
  "stop.ordered": once(() => event("stop.ordered", { ...runShape(), by: z.string() })),
  "step.started": once(() => event("step.started", { ...stepShape(), model: z.string() })),
  "step.finished": once(() =>
    event("step.finished", { ...stepShape(), reason: FinishReasonSchema, usage: UsageSchema }),
  ),
  /** Also when the turn was aborted: the failure then says so. */
  "step.failed": once(() => event("step.failed", { ...stepShape(), failure: ModelFailureSchema })),
  "text.delta": once(() => event("text.delta", deltaShape())),
  "thinking.delta": once(() => event("thinking.delta", deltaShape())),
  "call.delta": once(() =>
    event("call.delta", {
      ...runShape(),
      block: countSchema(),
      callId: z.string(),
      name: z.string(),
      /** The next piece of the raw argument text. */
      argsText: z.string(),
    }),
  ),
  /** A message is in the log. For a reply it replaces all its deltas. */
  "message.added": once(() =>
    event("message.added", {
      entryId: idSchema(),
      runId: idSchema().exactOptional(),
      message: z.discriminatedUnion("role", [UserMessageSchema, AssistantMessageSchema]),
      status: messageStatusSchema(),
      synthetic: z.boolean().exactOptional(),
    }),
  ),
  /** RPR-1. */
  "calls.repaired": once(() =>
    event("calls.repaired", {
      ...stepShape(),
      scavenged: countSchema(),
      truncationsFixed: countSchema(),
      renamed: countSchema(),
      stormsBroken: countSchema(),
      notes: z.array(z.string()).readonly(),
    }),
  ),
  "usage.reported": once(() =>
    event("usage.reported", {
      runId: idSchema().exactOptional(),
      kind: usageKindSchema(),
      model: z.string(),
      usage: UsageSchema,
      costUsd: costSchema(),
    }),
  ),
  "retry.started": once(() =>
    event("retry.started", {
      ...runShape(),
      /** The attempt that comes next, counted from 1. */
      attempt: z.number().int().positive(),
      waitMs: durationSchema(),
      failure: ModelFailureSchema,
    }),
  ),
  "retry.finished": once(() =>
    event("retry.finished", {
      ...runShape(),
      attempt: z.number().int().positive(),
      ok: z.boolean(),
    }),
  ),
  /** PROV-16. */
  "fallback.started": once(() =>
    event("fallback.started", {
      ...runShape(),
      from: z.string(),
      to: z.string(),
      failure: ModelFailureSchema,
    }),
  ),
  "fallback.finished": once(() =>
    event("fallback.finished", { ...runShape(), to: z.string(), ok: z.boolean() }),
  ),
} as const;
