import type { Model, ModelFailure, Usage } from "@squire/protocol";
import { textOf, userText } from "@squire/protocol/values";

export type SummaryRequest = { readonly system: string; readonly prompt: string };

export type SummaryReply =
  | { readonly ok: true; readonly text: string; readonly usage: Usage | null }
  | { readonly ok: false; readonly failure: ModelFailure };

/**
 * Whoever can summarise. The host's own implementation records the request before it leaves and its
 * usage afterwards. Never rejects; an aborted signal gives a failure of kind `aborted`.
 */
export type Summariser = {
  /** `provider/model`, or the address of an endpoint. */
  readonly id: string;
  /** Tokens it can read; 0 or absent = unknown. */
  readonly window?: number;
  ask(request: SummaryRequest, options: { readonly signal: AbortSignal }): Promise<SummaryReply>;
};

const MAX_OUTPUT = 4_096;

/** A model as summariser, without tools (CMP-8). */
export function modelSummariser(
  model: Model,
  {
    window = 0,
    maxTokens = MAX_OUTPUT,
  }: { readonly window?: number; readonly maxTokens?: number } = {},
): Summariser {
  return {
    id: model.id,
    window,
    async ask({ system, prompt }, { signal }) {
      const name = model.id.slice(model.id.indexOf("/") + 1);
      const request = { model: name, system, messages: [userText(prompt)], tools: [], maxTokens };
      const end = await model.stream(request, { signal }).result();
      if (end.type === "error") return { ok: false, failure: end.failure };
      return { ok: true, text: textOf(end.message), usage: end.usage };
    },
  };
}
