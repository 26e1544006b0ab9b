import { z } from "zod";
import { idSchema, seqSchema, timeSchema } from "./basics.ts";
import { checkWhole } from "./check.ts";
import { restoredEvents } from "./events/restored.ts";
import type { KeptEvent } from "./events/restored.ts";
import { sessionEvents } from "./events/session.ts";
import { turnEvents } from "./events/turn.ts";
import { workEvents } from "./events/work.ts";
import { once, type Infer } from "./once.ts";
import { parseTagged, type Parsed, type VariantOf } from "./tagged.ts";

/** Every event type by its name. Names are `noun.past-or-delta`. */
export const eventSchemas = {
  ...turnEvents,
  ...workEvents,
  ...sessionEvents,
  ...restoredEvents,
} as const;

const unknownEventSchema = once(() => z.looseObject({ type: z.string().min(1) }).readonly());

/** An event with its place in the session: `seq` counts from 1 without gaps (GW-9). */
export const eventEnvelopeSchema = once(() =>
  z
    .object({
      sessionId: idSchema(),
      seq: seqSchema(),
      at: timeSchema(),
      event: unknownEventSchema(),
    })
    .readonly(),
);

export type EventType = keyof typeof eventSchemas;
/** What happened, as every face sees it; a superset of what the log keeps. */
export type AgentEvent<T extends EventType = EventType> = VariantOf<typeof eventSchemas, T>;
export type UnknownEvent = Infer<typeof unknownEventSchema>;
export type EventEnvelope<E = AgentEvent> = {
  readonly sessionId: string;
  readonly seq: number;
  readonly at: number;
  readonly event: E;
};

/**
 * Whatever starts also ends, with the same values in the fields `by`. A path such as
 * `request.approvalId` is where the opening event has the value that the ends have at its last word.
 */
export const EVENT_PAIRS = {
  "turn.started": { by: ["runId"], ends: ["turn.finished", "turn.failed", "turn.aborted"] },
  "step.started": { by: ["runId", "step"], ends: ["step.finished", "step.failed"] },
  "tool.started": { by: ["runId", "callId"], ends: ["tool.finished"] },
  "approval.requested": { by: ["runId", "request.approvalId"], ends: ["approval.answered"] },
  "question.asked": { by: ["runId", "question.questionId"], ends: ["question.answered"] },
  "retry.started": { by: ["runId", "attempt"], ends: ["retry.finished"] },
  "fallback.started": { by: ["runId", "to"], ends: ["fallback.finished"] },
  "agent.started": { by: ["runId", "agentId"], ends: ["agent.finished"] },
  "branch.started": { by: ["runId", "branchId"], ends: ["branch.finished"] },
  "shell.started": { by: ["shellId"], ends: ["shell.finished"] },
  "summary.started": { by: ["summaryId"], ends: ["summary.finished", "summary.failed"] },
  "compaction.started": {
    by: ["compactionId"],
    ends: ["compaction.finished", "compaction.failed"],
  },
} as const satisfies {
  readonly [T in EventType]?: {
    readonly by: readonly string[];
    readonly ends: readonly EventType[];
  };
};

/** An event from outside this process. An unknown type is for the receiver to ignore. Never throws. */
export function parseEvent(value: unknown): Parsed<AgentEvent, UnknownEvent> {
  return parseTagged(eventSchemas, "type", unknownEventSchema, value);
}

/** An envelope from outside this process; `seq` counts even when its event is unknown. Never throws. */
export function parseEnvelope(value: unknown): Parsed<EventEnvelope, EventEnvelope<UnknownEvent>> {
  const envelope = checkWhole(eventEnvelopeSchema(), value);
  if (envelope.kind === "problem") return envelope;
  const event = parseEvent(envelope.value.event);
  if (event.kind === "problem") return event;
  return event.kind === "known"
    ? withKept({ ...envelope.value, event: event.value })
    : { kind: "unknown", value: envelope.value };
}

/** What the log tells again is checked like any other event; what is not known is left out. */
function withKept(value: EventEnvelope): Parsed<EventEnvelope, never> {
  const { event } = value;
  if (event.type !== "session.restored") return { kind: "known", value };
  const events: KeptEvent[] = [];
  for (const { at, event: told } of event.events) {
    const kept = parseEvent(told);
    if (kept.kind === "problem") return kept;
    if (kept.kind === "known" && kept.value.type !== "session.restored") {
      events.push({ at, event: kept.value });
    }
  }
  return { kind: "known", value: { ...value, event: { ...event, events } } };
}
