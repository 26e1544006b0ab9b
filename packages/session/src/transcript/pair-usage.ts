import type { Entry } from "@squire/protocol";

/** Which `usage` entry tells what a reply cost. */
export type UsagePairs = {
  /** By the entry of the reply. */
  readonly byReply: ReadonlyMap<string, Entry<"usage">>;
  /** The usage entries among them. */
  readonly paired: ReadonlySet<Entry<"usage">>;
};

/** A request names both: its reply follows it, its usage carries its id. Older ones follow a reply. */
export function pairUsage(branch: readonly Entry[]): UsagePairs {
  const replyOf = new Map<string, string>();
  const byReply = new Map<string, Entry<"usage">>();
  const waiting: Entry<"usage">[] = [];
  let requestId: string | null = null;
  let lastReply: string | null = null;
  for (const entry of branch) {
    if (entry.type === "request_sent" && entry.kind === "turn") requestId = entry.requestId;
    else if (entry.type === "message" && entry.message.role === "assistant") {
      if (requestId !== null) replyOf.set(requestId, entry.id);
      requestId = null;
      lastReply = entry.id;
    } else if (entry.type === "usage" && entry.kind === "turn") {
      if (entry.requestId !== undefined) waiting.push(entry);
      else if (lastReply !== null && !byReply.has(lastReply)) byReply.set(lastReply, entry);
    }
  }
  for (const usage of waiting) {
    const reply = replyOf.get(usage.requestId ?? "");
    if (reply !== undefined && !byReply.has(reply)) byReply.set(reply, usage);
  }
  return { byReply, paired: new Set(byReply.values()) };
}
