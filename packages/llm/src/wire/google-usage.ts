import type { GenerateContentResponseUsageMetadata } from "@google/genai";
import type { Usage } from "@squire/protocol";
import { asJson, count, fields, isRecord } from "./read.ts";
import type { Reply } from "./reply.ts";

const COUNTS = [
  "promptTokenCount",
  "toolUsePromptTokenCount",
  "cachedContentTokenCount",
  "candidatesTokenCount",
  "thoughtsTokenCount",
  "totalTokenCount",
] as const;

/** Every frame repeats the totals so far: the last one counts. */
export function usageReader(reply: Reply): (usage: unknown) => void {
  let warned = false;
  return (usage) => {
    if (!isRecord(usage)) return;
    reply.usage = usageOf(usage);
    if (
      warned ||
      COUNTS.every((name) => (usage[name] ?? null) === null || count(usage[name]) !== null)
    )
      return;
    warned = true;
    reply.warn("usage.invalid", "The server reported impossible token counts; they are ignored.");
  };
}

function usageOf(raw: Record<string, unknown>): Usage {
  const told = fields<GenerateContentResponseUsageMetadata>(raw);
  const prompt = count(told.promptTokenCount);
  const written = count(told.candidatesTokenCount);
  const reasoning = count(told.thoughtsTokenCount);
  const input = prompt === null ? null : count(prompt + (count(told.toolUsePromptTokenCount) ?? 0));
  const output =
    written === null && reasoning === null ? null : count((written ?? 0) + (reasoning ?? 0));
  return {
    input,
    output,
    cacheRead: count(told.cachedContentTokenCount),
    cacheWrite: null,
    reasoning,
    total: count(told.totalTokenCount),
    raw: asJson(raw),
  };
}
