import type { Summariser } from "@squire/agent";
import { modelSummariser } from "@squire/agent";
import type { ModelInfo } from "@squire/llm";
import type { Model, Usage } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { createHash } from "node:crypto";

export type SummariserInput = {
  readonly session: OpenSession;
  readonly model: Model;
  readonly info: ModelInfo;
  readonly costOf: (model: string, usage: Usage) => number | null;
};

/** A summariser whose requests are in the log before they leave, and their cost after (invariant 4). */
export function recordedSummariser({ session, model, info, costOf }: SummariserInput): Summariser {
  const summariser = modelSummariser(model, { window: info.contextWindow });
  return {
    ...summariser,
    async ask(request, options) {
      const body = JSON.stringify(request);
      const bodyHash = createHash("sha256").update(body).digest("hex");
      const requestId = crypto.randomUUID();
      const prefixHash = createHash("sha256").update(request.system).digest("hex");
      await session.append({
        type: "request_sent",
        requestId,
        kind: "summary",
        model: model.id,
        prefixHash,
        bodyHash,
        bodyBytes: Buffer.byteLength(body),
      });
      const reply = await summariser.ask(request, options);
      if (reply.ok && reply.usage !== null) {
        const costUsd = costOf(model.id, reply.usage);
        const spent = { kind: "summary", model: model.id, usage: reply.usage, costUsd } as const;
        await session.append({ type: "usage", requestId, ...spent });
      }
      return reply;
    },
  };
}
