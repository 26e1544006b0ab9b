import type { AgentEvent } from "@squire/protocol";

/** What a person watching should know while waiting, as one line; null for everything else. */
export function noteOf(event: AgentEvent): string | null {
  switch (event.type) {
    case "retry.started":
      return `${event.failure.message} Trying again in ${seconds(event.waitMs)} (attempt ${event.attempt}).`;
    case "fallback.started":
      return `⚡ via ${event.to} (${event.failure.message})`;
    case "warning.raised":
      return event.message;
    case "compaction.finished":
      return `compacted the session: ${event.tokensBefore} → ${event.tokensAfter} tokens (the prompt cache starts anew)`;
    case "compaction.failed":
      return `Auto-compaction failed: ${event.failure.message}`;
    case "prefix.changed":
      return prefixNote(event);
    default:
      return null;
  }
}

/** SES-9. What shortens a session says so itself. */
function prefixNote({ cause, tokensLost }: AgentEvent<"prefix.changed">): string | null {
  const what = {
    system: "the instructions have",
    tools: "the tools have",
    model: "the model has",
    mode: "the mode has",
  };
  if (cause === "compaction" || cause === "prune" || cause === "shrink") return null;
  const cost = tokensLost === 0 ? "" : ` (${tokensLost} tokens)`;
  return `${what[cause]} changed: the prompt cache starts anew${cost}`;
}

/** Says of each call that has ended what it was, as one line; null for everything else. */
export function toolLines(): (event: AgentEvent) => string | null {
  const begun = new Map<string, string>();
  return (event) => {
    if (event.type === "tool.started") begun.set(event.callId, event.summary);
    if (event.type !== "tool.finished") return null;
    const what = begun.get(event.callId) ?? event.name;
    begun.delete(event.callId);
    return event.outcome.failed ? `✗ ${what}: ${event.summary}` : `✓ ${what}`;
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
