import type { Entry } from "@squire/protocol";
import { PROMPTS } from "../prompts.ts";
import type { CountTokens } from "../tokens/token-counter.ts";
import { serialise, tagged } from "./serialise.ts";
import type { SummaryRequest } from "./summariser.ts";

export type SummaryJob = {
  readonly kind: "history" | "turn";
  readonly entries: readonly Entry[];
  /** The notes of the compaction before, which are brought up to date. */
  readonly previous: string | null;
  /** From the user: `/compact <instructions>`. */
  readonly instructions?: string;
  /** From hooks. */
  readonly context?: readonly string[];
};

/** What a summariser is asked (CMP-8), with at most so many estimated tokens of conversation. */
export function summaryRequest(
  { kind, entries, previous, instructions = "", context = [] }: SummaryJob,
  maxTokens: number,
  count: CountTokens,
): SummaryRequest {
  const isUpdate = kind === "history" && previous !== null && previous.trim() !== "";
  const task = kind === "turn" ? PROMPTS.summaryTurn : PROMPTS.summaryFirst;
  const parts = [
    tagged("conversation", serialise(entries, maxTokens, count)),
    isUpdate ? tagged("previous-summary", previous.trim()) : "",
    context.length > 0 ? tagged("additional-context", context.join("\n\n")) : "",
    (isUpdate ? PROMPTS.summaryUpdate : task).trim(),
    instructions.trim() === "" ? "" : `The user asks in particular: ${instructions.trim()}`,
  ];
  return {
    system: PROMPTS.summarySystem.trim(),
    prompt: parts.filter((part) => part !== "").join("\n\n"),
  };
}

/** Two sentences for lists and notices. */
export function shortSummaryRequest(summary: string): SummaryRequest {
  return {
    system: PROMPTS.summarySystem.trim(),
    prompt: `${tagged("notes", summary)}\n\n${PROMPTS.summaryShort.trim()}`,
  };
}
