import { z } from "zod";
import { approvalAnswerSchema, approvalRequestSchema } from "../approval.ts";
import { costSchema, countSchema, durationSchema, idSchema } from "../basics.ts";
import { citationSchema } from "../citation.ts";
import { effectSchema } from "../decision.ts";
import { JsonValueSchema } from "../json.ts";
import { OutcomeMessageSchema } from "../message.ts";
import { once } from "../once.ts";
import { planChangeSchema, planSchema, todoItemSchema } from "../plan.ts";
import { answerSchema, questionSchema } from "../question.ts";
import { toolDetailsSchema } from "../tool-details.ts";
import { UsageSchema } from "../usage.ts";
import { event, runShape } from "./shape.ts";

/** RES-2. */
export const phaseSchema = once(() => z.enum(["planning", "researching", "synthesizing"]));
export const phaseStatusSchema = once(() => z.enum(["idle", "working", "complete", "error"]));

export const filePreviewSchema = once(() =>
  z
    .object({
      name: z.string(),
      /** Unified; only its heads while nothing can be told. */
      diff: z.string(),
      added: countSchema(),
      removed: countSchema(),
    })
    .readonly(),
);

const callShape = once(() => ({ ...runShape(), callId: idSchema(), name: z.string() }));
const agentShape = once(() => ({ ...runShape(), agentId: idSchema(), task: z.string() }));

/** What a turn does besides writing: calls, questions, phases, subagents. */
export const workEvents = {
  "tool.started": once(() =>
    event("tool.started", {
      ...callShape(),
      summary: z.string(),
      effect: effectSchema(),
      /** The arguments as they are run; the raw text where they are no JSON. */
      args: JsonValueSchema,
    }),
  ),
  "tool.updated": once(() => event("tool.updated", { ...callShape(), message: z.string() })),
  "tool.finished": once(() =>
    event("tool.finished", {
      ...callShape(),
      /** One line: what came of it. */
      summary: z.string(),
      outcome: OutcomeMessageSchema,
      details: toolDetailsSchema(),
    }),
  ),
  /** What an edit would change, as far as its arguments have come in (EDIT-8). */
  "edit.previewed": once(() =>
    event("edit.previewed", {
      ...callShape(),
      files: z.array(filePreviewSchema()).readonly(),
      /** All arguments have come in. */
      whole: z.boolean(),
    }),
  ),
  "approval.requested": once(() =>
    event("approval.requested", { ...runShape(), request: approvalRequestSchema() }),
  ),
  "approval.answered": once(() =>
    event("approval.answered", {
      ...runShape(),
      approvalId: idSchema(),
      callId: idSchema(),
      answer: approvalAnswerSchema(),
    }),
  ),
  "question.asked": once(() =>
    event("question.asked", { ...runShape(), question: questionSchema() }),
  ),
  "question.answered": once(() =>
    event("question.answered", {
      ...runShape(),
      questionId: idSchema(),
      answer: answerSchema(),
      by: z.string(),
    }),
  ),
  "phase.changed": once(() =>
    event("phase.changed", { ...runShape(), phase: phaseSchema(), status: phaseStatusSchema() }),
  ),
  "progress.reported": once(() =>
    event("progress.reported", {
      ...runShape(),
      percent: z.number().min(0).max(100).nullable(),
      message: z.string(),
    }),
  ),
  "citation.checked": once(() =>
    event("citation.checked", { ...runShape(), citation: citationSchema() }),
  ),
  "plan.changed": once(() =>
    event("plan.changed", { change: planChangeSchema(), plan: planSchema() }),
  ),
  "todo.changed": once(() =>
    event("todo.changed", { items: z.array(todoItemSchema()).readonly() }),
  ),
  /** A stream rule matched: the reply is asked for again (LOOP-22). */
  "rule.triggered": once(() =>
    event("rule.triggered", { ...runShape(), rule: z.string(), message: z.string() }),
  ),
  /** Subagents (SUB-3). */
  "agent.started": once(() =>
    event("agent.started", {
      ...agentShape(),
      skill: z.string().exactOptional(),
      model: z.string().exactOptional(),
      callId: idSchema().exactOptional(),
    }),
  ),
  "agent.updated": once(() =>
    event("agent.updated", { ...agentShape(), step: countSchema(), summary: z.string() }),
  ),
  "agent.finished": once(() =>
    event("agent.finished", {
      ...agentShape(),
      ok: z.boolean(),
      summary: z.string(),
      steps: countSchema(),
      durationMs: durationSchema(),
      usage: UsageSchema,
      costUsd: costSchema(),
    }),
  ),
  /** One of several samples of the same reply (ESC-6). */
  "branch.started": once(() =>
    event("branch.started", { ...runShape(), branchId: idSchema(), samples: countSchema() }),
  ),
  "branch.updated": once(() =>
    event("branch.updated", { ...runShape(), branchId: idSchema(), done: countSchema() }),
  ),
  "branch.finished": once(() =>
    event("branch.finished", {
      ...runShape(),
      branchId: idSchema(),
      /** The sample that was taken; null when all failed. */
      chosen: countSchema().nullable(),
    }),
  ),
} as const;
