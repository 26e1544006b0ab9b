import { z } from "zod";
import { approvalRequestSchema } from "../approval.ts";
import { costSchema, countSchema, idSchema } from "../basics.ts";
import { event } from "../events/shape.ts";
import { phaseSchema, phaseStatusSchema } from "../events/work.ts";
import { JsonValueSchema } from "../json.ts";
import { once } from "../once.ts";
import { questionSchema } from "../question.ts";
import { runOutputSchema } from "../run-output.ts";
import { historyItemSchema, sessionStateSchema } from "../session-info.ts";
import { UsageSchema } from "../usage.ts";
import { failureCodeSchema } from "../user-failure.ts";

const callShape = once(() => ({ tool: z.string(), callId: idSchema() }));

/** Every event a server may send, by its type (PROT-4). The last three end a request (PROT-2). */
export const jsonlEventSchemas = {
  content_delta: once(() => event("content_delta", { text: z.string() })),
  thinking_delta: once(() => event("thinking_delta", { text: z.string() })),
  phase_status: once(() =>
    event("phase_status", { phase: phaseSchema(), status: phaseStatusSchema() }),
  ),
  progress: once(() =>
    event("progress", { percent: z.number().min(0).max(100).nullable(), message: z.string() }),
  ),
  /** `query` is the call in one line. */
  tool_call: once(() =>
    event("tool_call", { ...callShape(), query: z.string(), args: JsonValueSchema }),
  ),
  tool_update: once(() => event("tool_update", { ...callShape(), message: z.string() })),
  tool_result: once(() =>
    event("tool_result", {
      ...callShape(),
      success: z.boolean(),
      summary: z.string(),
      artifactId: idSchema().exactOptional(),
      error: z.string().exactOptional(),
    }),
  ),
  approval_request: once(() => event("approval_request", { request: approvalRequestSchema() })),
  question: once(() => event("question", { question: questionSchema() })),
  usage: once(() =>
    event("usage", { model: z.string(), usage: UsageSchema, costUsd: costSchema() }),
  ),
  warning: once(() => event("warning", { code: z.string(), message: z.string() })),
  status: once(() => event("status", { text: z.string().nullable() })),
  query_history_result: once(() =>
    event("query_history_result", {
      messages: z.array(historyItemSchema()).readonly(),
      total: countSchema(),
    }),
  ),
  get_session_result: once(() =>
    event("get_session_result", {
      session: sessionStateSchema(),
      messages: z.array(historyItemSchema()).readonly(),
    }),
  ),
  heartbeat_ack: once(() => event("heartbeat_ack", {})),
  complete: once(() => event("complete", { result: runOutputSchema().exactOptional() })),
  aborted: once(() => event("aborted", { partialSaved: z.boolean() })),
  error: once(() =>
    event("error", {
      message: z.string(),
      recoverable: z.literal(false),
      code: failureCodeSchema().exactOptional(),
      advice: z.string().exactOptional(),
    }),
  ),
} as const;
