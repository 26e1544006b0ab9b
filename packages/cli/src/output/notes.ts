import type { ModelEvent } from "@squire/protocol";

/** What a person watching should know while waiting, as one line; null for everything else. */
export function noteOf(event: ModelEvent): string | null {
  switch (event.type) {
    case "retry.started":
      return `${event.failure.message} Trying again in ${seconds(event.waitMs)} (attempt ${event.attempt}).`;
    case "fallback.started":
      return `⚡ via ${event.to} (${event.failure.message})`;
    case "warning":
      return event.message;
    default:
      return null;
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
