import type { Usage as AnthropicUsage } from "@anthropic-ai/sdk/resources/messages";
import type { JsonObject, Usage } from "@squire/protocol";
import { asJsonObject, count, fields } from "./read.ts";
import type { Reply } from "./reply.ts";

const COUNTS = [
  "input_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "output_tokens",
] as const;

/**
 * Reads the usage of `message_start` and then of each `message_delta`: its numbers are totals so
 * far, so what is there replaces and what is missing stays.
 */
export function usageReader(reply: Reply): (usage: unknown) => void {
  let raw: JsonObject = {};
  let warned = false;
  return (usage) => {
    const news = asJsonObject(usage);
    if (news === undefined) return;
    const present = Object.entries(news).filter(([, value]) => value !== null);
    raw = { ...raw, ...Object.fromEntries(present) };
    reply.usage = usageOf(raw);
    if (warned || COUNTS.every((name) => raw[name] === undefined || count(raw[name]) !== null))
      return;
    warned = true;
    reply.warn("usage.invalid", "The server reported impossible token counts; they are ignored.");
  };
}

/** `input_tokens` leaves out what the cache served or stored, so those are added back. */
function usageOf(raw: JsonObject): Usage {
  const told = fields<AnthropicUsage>(raw);
  const details = fields<NonNullable<AnthropicUsage["output_tokens_details"]>>(
    told.output_tokens_details,
  );
  const fresh = count(told.input_tokens);
  const cacheRead = count(told.cache_read_input_tokens);
  const cacheWrite = count(told.cache_creation_input_tokens);
  const output = count(told.output_tokens);
  const input = fresh === null ? null : count(fresh + (cacheRead ?? 0) + (cacheWrite ?? 0));
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    reasoning: count(details.thinking_tokens),
    total: input === null || output === null ? null : count(input + output),
    raw,
  };
}
