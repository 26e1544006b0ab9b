import type { AgentEvent } from "@squire/protocol";
import type { Log } from "./log.ts";

/**
 * What happens in a turn, for the log: names, numbers and ids. Nothing that was said, read or
 * written: a log is passed on more easily than a session.
 */
export function logEvent(log: Log, event: AgentEvent): void {
  switch (event.type) {
    case "turn.started":
      return log("info", `turn ${event.runId} with ${event.model} in ${event.mode} mode`);
    case "turn.finished":
      return log("info", `turn ${event.runId} finished: ${event.reason}, ${event.durationMs} ms`);
    case "turn.failed":
      return log("error", `turn ${event.runId} failed: ${event.failure.code}`);
    case "tool.started":
      return log("info", `call ${event.callId}: ${event.name} (${event.effect})`);
    case "tool.finished": {
      const { ending, durationMs } = event.details;
      return log("info", `call ${event.callId}: ${ending}, ${durationMs} ms`);
    }
    case "retry.started":
      return log("info", `attempt ${event.attempt} in ${event.waitMs} ms: ${event.failure.kind}`);
    case "text.delta":
    case "thinking.delta":
    case "call.delta":
    case "edit.previewed":
      return;
    default:
      return log("debug", event.type);
  }
}
