import type { ModelEvent, TerminalEvent } from "./model.ts";

export function isTerminal(event: ModelEvent): event is TerminalEvent {
  return event.type === "finish" || event.type === "error";
}
