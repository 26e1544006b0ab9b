import { textOf } from "@squire/protocol/values";
import type { AssistantMessage, Entry } from "@squire/protocol";
import { EMPTY_USAGE, reduceUsage } from "../usage/turn-usage.ts";
import type { UsageFold } from "../usage/turn-usage.ts";

/** What has to be known of a whole branch before its first turn can be shown. */
export type Survey = {
  readonly title: string | null;
  readonly firstRequest: string | null;
  readonly updatedAt: number | null;
  readonly models: ReadonlySet<string>;
  readonly usage: UsageFold;
  /** Calls that have an outcome somewhere. */
  readonly answered: ReadonlySet<string>;
  /** What calls said about themselves when they started. */
  readonly summaries: ReadonlyMap<string, string>;
};

export function surveyOf(entries: Iterable<Entry>): Survey {
  const answered = new Set<string>();
  const summaries = new Map<string, string>();
  const models = new Set<string>();
  let title: string | null = null;
  let firstRequest: string | null = null;
  let updatedAt: number | null = null;
  let usage = EMPTY_USAGE;
  for (const entry of entries) {
    usage = reduceUsage(usage, entry);
    updatedAt = entry.ts;
    if (entry.type === "tool_result") answered.add(entry.outcome.callId);
    if (entry.type === "tool_started") summaries.set(entry.callId, entry.summary);
    if (entry.type === "title") title = entry.title;
    if (entry.type !== "message") continue;
    const { message, synthetic } = entry;
    if (message.role === "assistant") models.add(modelOf(message));
    else if (synthetic !== true) firstRequest ??= textOf(message);
  }
  return { title, firstRequest, updatedAt, models, usage, answered, summaries };
}

export function modelOf({ origin }: AssistantMessage): string {
  return `${origin.provider}/${origin.model}`;
}
