import { z } from "zod";
import { idSchema, seqSchema, timeSchema } from "./basics.ts";
import { checkWhole, type Checked } from "./check.ts";
import { commandSchemas } from "./jsonl/commands.ts";
import { jsonlEventSchemas } from "./jsonl/events.ts";
import type { Mode } from "./mode.ts";
import { once, type Infer } from "./once.ts";
import { parseTagged, type Parsed, type VariantOf } from "./tagged.ts";
import { MODES } from "./word-lists.ts";

/** Goes up with every breaking change, together with the fixtures (PROT-1). */
export const PROTOCOL_VERSION = "1.0";

/** The first line out, without an envelope. */
export const readyLineSchema = once(() =>
  z
    .object({
      type: z.literal("ready"),
      protocolVersion: z.string(),
      capabilities: z.array(z.string()).readonly(),
    })
    .readonly(),
);

const unknownJsonlSchema = once(() => z.looseObject({ type: z.string().min(1) }).readonly());

/**
 * PROT-2. `seq` starts at 1 for each request; after exactly one terminal event nothing follows.
 * `sessionId` is null in a run without a session.
 */
export const jsonlEnvelopeSchema = once(() =>
  z
    .object({
      sessionId: idSchema().nullable(),
      requestId: idSchema(),
      seq: seqSchema(),
      timestamp: timeSchema(),
      event: unknownJsonlSchema(),
    })
    .readonly(),
);

export type ReadyLine = Infer<typeof readyLineSchema>;
export type JsonlCommandType = keyof typeof commandSchemas;
export type JsonlCommand<T extends JsonlCommandType = JsonlCommandType> = VariantOf<
  typeof commandSchemas,
  T
>;
export type JsonlEventType = keyof typeof jsonlEventSchemas;
export type JsonlEvent<T extends JsonlEventType = JsonlEventType> = VariantOf<
  typeof jsonlEventSchemas,
  T
>;
export type UnknownJsonl = Infer<typeof unknownJsonlSchema>;
/** Also one line of `squire run --output jsonl` (CLI-4). */
export type JsonlEnvelope<E = JsonlEvent> = {
  readonly sessionId: string | null;
  readonly requestId: string;
  readonly seq: number;
  readonly timestamp: number;
  readonly event: E;
};

export function readyLine(capabilities: readonly Mode[] = MODES): ReadyLine {
  return { type: "ready", protocolVersion: PROTOCOL_VERSION, capabilities };
}

export function isTerminalJsonl(event: JsonlEvent): boolean {
  return event.type === "complete" || event.type === "aborted" || event.type === "error";
}

/** A line from a client, already decoded from JSON. Never throws. */
export function parseCommand(value: unknown): Parsed<JsonlCommand, UnknownJsonl> {
  return parseTagged(commandSchemas, "type", unknownJsonlSchema, value);
}

/** The first line from a server. Whether its version is supported is for the client to judge. */
export function parseReady(value: unknown): Checked<ReadyLine> {
  return checkWhole(readyLineSchema(), value);
}

/** Any later line from a server. Unknown events are for the client to ignore. Never throws. */
export function parseJsonlEnvelope(
  value: unknown,
): Parsed<JsonlEnvelope, JsonlEnvelope<UnknownJsonl>> {
  const envelope = checkWhole(jsonlEnvelopeSchema(), value);
  if (envelope.kind === "problem") return envelope;
  const event = parseTagged(jsonlEventSchemas, "type", unknownJsonlSchema, envelope.value.event);
  if (event.kind === "problem") return event;
  return event.kind === "known"
    ? { kind: "known", value: { ...envelope.value, event: event.value } }
    : { kind: "unknown", value: envelope.value };
}
