import { z } from "zod";
import { entrySchemas, sessionHeaderSchema } from "./entry.ts";
import { eventEnvelopeSchema, eventSchemas } from "./event.ts";
import {
  authFrameSchema,
  authReplySchema,
  errorFrameSchema,
  requestFrameSchema,
  responseFrameSchema,
} from "./frames.ts";
import type { JsonObject } from "./json.ts";
import { jsonlEnvelopeSchema, readyLineSchema } from "./jsonl.ts";
import { commandSchemas } from "./jsonl/commands.ts";
import { jsonlEventSchemas } from "./jsonl/events.ts";
import { methodSchemas } from "./method.ts";
import { pushSchemas } from "./push.ts";
import { runOutputSchema } from "./run-output.ts";
import type { Variants } from "./tagged.ts";

/**
 * Everything that crosses a border, as JSON Schema 2020-12 by a path-like name such as
 * `entry/message` or `method/chat.send/params` (PROT-10). The same bytes at every call.
 * Objects stay open: a reader must not fail on fields it does not know.
 */
export function toJsonSchemas(): Readonly<Record<string, JsonObject>> {
  const named: [string, JsonObject][] = [...sources()].map(([name, schema]) => [
    name,
    toJsonSchema(schema()),
  ]);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function* sources(): Generator<readonly [string, () => z.ZodType]> {
  yield ["session-header", sessionHeaderSchema];
  yield* grouped("entry", entrySchemas);
  yield ["event-envelope", eventEnvelopeSchema];
  yield* grouped("event", eventSchemas);
  yield ["frame/auth", authFrameSchema];
  yield ["frame/auth-reply", authReplySchema];
  yield ["frame/request", requestFrameSchema];
  yield ["frame/response", responseFrameSchema];
  yield ["frame/error", errorFrameSchema];
  yield* grouped("push", pushSchemas);
  for (const [name, { params, result }] of Object.entries(methodSchemas)) {
    yield [`method/${name}/params`, params];
    yield [`method/${name}/result`, result];
  }
  yield ["jsonl/ready", readyLineSchema];
  yield ["jsonl/envelope", jsonlEnvelopeSchema];
  yield* grouped("jsonl/command", commandSchemas);
  yield* grouped("jsonl/event", jsonlEventSchemas);
  yield ["run-output", runOutputSchema];
}

function* grouped(
  group: string,
  variants: Variants,
): Generator<readonly [string, () => z.ZodType]> {
  for (const [name, schema] of Object.entries(variants)) yield [`${group}/${name}`, schema];
}

function toJsonSchema(schema: z.ZodType): JsonObject {
  const converted = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "throw",
    // In JSON Schema it means that a client may not send it; ours only says that code may not write.
    override: ({ jsonSchema }) => delete jsonSchema.readOnly,
  });
  // A round trip leaves plain JSON: the converter attaches functions that are not part of it.
  return JSON.parse(JSON.stringify(converted)) as JsonObject;
}
