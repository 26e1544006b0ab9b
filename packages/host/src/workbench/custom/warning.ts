import type { AgentEvent } from "@squire/protocol";

/** What a module of tools has to say, for whoever watches the session. */
export function warningOf(message: string): AgentEvent {
  return { type: "warning.raised", runId: "", code: "tool.custom", message };
}
