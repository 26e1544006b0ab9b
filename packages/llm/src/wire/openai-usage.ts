import type { Usage } from "@squire/protocol";
import type { CompletionUsage } from "openai/resources/completions";
import type { ResponseUsage } from "openai/resources/responses/responses";
import type { Reply } from "./reply.ts";
import { asJson, count, fields, isRecord } from "./read.ts";

/** Fields of compatible servers beside OpenAI's own: DeepSeek, Moonshot. */
type ChatUsage = CompletionUsage & { prompt_cache_hit_tokens: number; cached_tokens: number };

/** Chat Completions usage in our words (PROV-31); what was not reported is null. */
export function chatUsage(raw: Record<string, unknown>): Usage {
  const usage = fields<ChatUsage>(raw);
  const prompt = fields<CompletionUsage.PromptTokensDetails>(usage.prompt_tokens_details);
  const completion = fields<CompletionUsage.CompletionTokensDetails>(
    usage.completion_tokens_details,
  );
  const input = count(usage.prompt_tokens);
  const total = count(usage.total_tokens);
  return {
    input,
    output: outputOf(count(usage.completion_tokens), input, total),
    cacheRead:
      count(prompt.cached_tokens) ??
      count(usage.prompt_cache_hit_tokens) ??
      count(usage.cached_tokens),
    cacheWrite: count(prompt.cache_write_tokens),
    reasoning: count(completion.reasoning_tokens),
    total,
    raw: asJson(raw),
  };
}

/** Responses usage in our words (PROV-31). */
export function responsesUsage(raw: Record<string, unknown>): Usage {
  const usage = fields<ResponseUsage>(raw);
  const input = fields<ResponseUsage.InputTokensDetails>(usage.input_tokens_details);
  const output = fields<ResponseUsage.OutputTokensDetails>(usage.output_tokens_details);
  return {
    input: count(usage.input_tokens),
    output: count(usage.output_tokens),
    cacheRead: count(input.cached_tokens),
    cacheWrite: count(input.cache_write_tokens),
    reasoning: count(output.reasoning_tokens),
    total: count(usage.total_tokens),
    raw: asJson(raw),
  };
}

/** Keeps the newest usage of a reply; says once when the vendor's numbers make no sense. */
export function usageReader(
  reply: Reply,
  read: (raw: Record<string, unknown>) => Usage,
): (raw: unknown) => void {
  let warned = false;
  return (raw) => {
    if (reply.finished || !isRecord(raw) || Object.keys(raw).length === 0) return;
    reply.usage = read(raw);
    if (warned || !hasNegative(raw)) return;
    warned = true;
    reply.warn("usage.invalid", "The vendor reported a negative token count; it is left out.");
  };
}

function hasNegative(raw: Record<string, unknown>): boolean {
  for (const name in raw) {
    const value = raw[name];
    if (isNegative(name, value)) return true;
    if (!isRecord(value)) continue;
    for (const inner in value) if (isNegative(inner, value[inner])) return true;
  }
  return false;
}

function isNegative(name: string, value: unknown): boolean {
  return typeof value === "number" && value < 0 && name.endsWith("tokens");
}

// xAI leaves reasoning out of `completion_tokens`; the total still has it.
function outputOf(
  completion: number | null,
  input: number | null,
  total: number | null,
): number | null {
  const rest = input === null || total === null ? null : count(total - input);
  if (completion === null || rest === null) return completion ?? rest;
  return Math.max(completion, rest);
}
