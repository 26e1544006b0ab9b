import { defineTool, type Tool } from "@squire/agent";
import { z } from "zod";
import type { AskUser } from "../plan/board.ts";

export type AskServices = {
  /** Null: nobody is there. */
  readonly askUser: AskUser | null;
  /** `ask.timeout`; 0 waits for ever. */
  readonly askTimeoutMs: number;
};

export function askTool({ askUser, askTimeoutMs }: AskServices): Tool {
  return defineTool({
    name: "ask",
    description: "Ask the user one short question in words and wait for the answer.",
    effect: "ask",
    timeoutMs: null,
    input: z.object({ question: z.string().min(1) }),

    async run({ question }, { callId, signal, clock }) {
      if (askUser === null) return null;
      const late = new AbortController();
      const timer = askTimeoutMs === 0 ? null : clock.timer(askTimeoutMs, () => late.abort());
      try {
        const asked = {
          questionId: callId,
          callId,
          kind: "text",
          prompt: question,
          options: [],
          allowCustom: true,
        } as const;
        const answer = await askUser(asked, { signal: AbortSignal.any([signal, late.signal]) });
        return answer?.text ?? answer?.optionId ?? null;
      } catch (error) {
        if (late.signal.aborted && !signal.aborted) return null;
        throw error;
      } finally {
        timer?.cancel();
      }
    },

    toModel: (answer) =>
      answer === null ? "No answer. Decide yourself and say what you assumed." : answer,

    summary: ({ question }) => `ask: ${question}`,
  });
}
