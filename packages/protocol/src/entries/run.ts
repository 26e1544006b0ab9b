import { z } from "zod";
import { approvalAnswerSchema, approvalRequestSchema } from "../approval.ts";
import { costSchema, countSchema, durationSchema, hashSchema, idSchema } from "../basics.ts";
import { evidenceShape } from "../citation.ts";
import { decisionSchema, effectSchema } from "../decision.ts";
import { ThinkingLevelSchema, ToolSpecSchema } from "../model.ts";
import { once } from "../once.ts";
import { reportShape } from "../report.ts";
import { UsageSchema } from "../usage.ts";
import { entry } from "./head.ts";

/** What tokens were spent on. */
export const usageKindSchema = once(() =>
  z.enum(["turn", "subagent", "planner", "summary", "title", "harvest", "branch", "memory"]),
);

const snapshotShape = once(() => ({
  snapshotId: idSchema(),
  /** Before the first change of a turn, or before a rewind puts older files back (SES-20, SES-21). */
  cause: z.enum(["turn", "rewind"]),
  paths: z.array(z.string()).readonly(),
  runId: idSchema().exactOptional(),
  /** The snapshot a rewind put back right after this one was taken. */
  restores: idSchema().exactOptional(),
}));

/** What a request asks for besides words; it stands before them, so a change breaks the prefix. */
const requestOptionsSchema = once(() =>
  z
    .object({
      temperature: z.number().exactOptional(),
      maxTokens: z.number().int().positive().exactOptional(),
      thinking: ThinkingLevelSchema.exactOptional(),
      cacheRetention: z.enum(["short", "long"]).exactOptional(),
    })
    .readonly(),
);

/** What a run did besides talking. The first three are in the log before anything happens. */
export const runEntries = {
  /** The fixed part of the requests that name it by its `hash`, as the model is told (LOOP-1). */
  prefix: once(() =>
    entry("prefix", {
      hash: hashSchema(),
      system: z.string(),
      tools: z.array(ToolSpecSchema).readonly(),
    }),
  ),
  /** A request is about to leave. Without a `message` after it, the reply was lost (SES-14). */
  request_sent: once(() =>
    entry("request_sent", {
      requestId: idSchema(),
      runId: idSchema().exactOptional(),
      step: countSchema().exactOptional(),
      kind: usageKindSchema(),
      /** `provider/model`. */
      model: z.string(),
      /** Fingerprint of system text and tools (LOOP-2). */
      prefixHash: hashSchema(),
      /** SHA-256 of the body that is sent, so that a rerun can compare (TRN-5). */
      bodyHash: hashSchema(),
      bodyBytes: countSchema(),
      options: requestOptionsSchema().exactOptional(),
    }),
  ),
  /** A call is about to act. Without a `tool_result` after it, nobody knows what it did. */
  tool_started: once(() =>
    entry("tool_started", {
      callId: idSchema(),
      runId: idSchema().exactOptional(),
      name: z.string(),
      effect: effectSchema(),
      summary: z.string(),
      /** SHA-256 of the arguments as they are run, after repair and approval. */
      argsHash: hashSchema(),
      decision: decisionSchema(),
      /** The sandbox it runs in, as `why` shows it. */
      sandbox: z.string().exactOptional(),
    }),
  ),
  /** PERM-10. Asked without answered is pending; `denied` was refused without asking. */
  approval: once(() =>
    z.discriminatedUnion("state", [
      entry("approval", {
        state: z.literal("asked"),
        request: approvalRequestSchema(),
        decision: decisionSchema(),
      }),
      entry("approval", {
        state: z.literal("answered"),
        approvalId: idSchema(),
        callId: idSchema(),
        answer: approvalAnswerSchema(),
      }),
      entry("approval", {
        state: z.literal("denied"),
        callId: idSchema(),
        toolName: z.string(),
        decision: decisionSchema(),
      }),
    ]),
  ),
  /** `n` is there once an answer cites it; without it this is a note of evidence (RES-15). */
  citation: once(() =>
    entry("citation", { n: z.number().int().positive().exactOptional(), ...evidenceShape() }),
  ),
  /** A piece of research is written up; the reply behind it has the words (RES-7). */
  report: once(() => entry("report", { runId: idSchema(), ...reportShape() })),
  snapshot: once(() => entry("snapshot", snapshotShape())),
  /** What one request cost; the price is frozen here (USE-1). */
  usage: once(() =>
    entry("usage", {
      requestId: idSchema().exactOptional(),
      runId: idSchema().exactOptional(),
      kind: usageKindSchema(),
      model: z.string(),
      usage: UsageSchema,
      costUsd: costSchema(),
      /** The part of `costUsd` for what the model read; the rest is for what it wrote. */
      inputUsd: costSchema().exactOptional(),
      durationMs: durationSchema().exactOptional(),
    }),
  ),
} as const;
