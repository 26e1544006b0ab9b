import type { Summariser } from "@squire/agent";
import type { EntryDraft, Usage } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { createHash } from "node:crypto";

export type SummariserInput = {
  readonly session: OpenSession;
  readonly summariser: Summariser;
  /** What the request is for. */
  readonly kind: EntryDraft<"request_sent">["kind"];
  readonly costOf: (model: string, usage: Usage) => number | null;
};

/** A summariser whose requests are in the log before they leave, and their cost after (invariant 4). */
export function recordedSummariser(input: SummariserInput): Summariser {
  const { session, summariser, kind, costOf } = input;
  const model = summariser.id;
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
        kind,
        model,
        prefixHash,
        bodyHash,
        bodyBytes: Buffer.byteLength(body),
      });
      const reply = await summariser.ask(request, options);
      if (reply.ok && reply.usage !== null) {
        const costUsd = costOf(model, reply.usage);
        const spent = { kind, model, usage: reply.usage, costUsd } as const;
        await session.append({ type: "usage", requestId, ...spent });
      }
      return reply;
    },
  };
}
