import { expect } from "bun:test";
import type { ErrorEvent, FinishEvent, ModelEvent, TerminalEvent } from "@squire/protocol";
import { isTerminal } from "@squire/protocol";

/** The one terminal event, which must be the last. */
export function terminalOf(events: readonly ModelEvent[]): TerminalEvent {
  const terminals = events.filter(isTerminal);
  expect(terminals).toHaveLength(1);
  const [terminal] = terminals;
  if (terminal === undefined) throw new Error("no terminal event");
  expect(events.at(-1)).toEqual(terminal as ModelEvent);
  return terminal;
}

export function finishIn(events: readonly ModelEvent[]): FinishEvent {
  const terminal = terminalOf(events);
  if (terminal.type !== "finish") throw new Error(JSON.stringify(terminal.failure));
  return terminal;
}

export function errorIn(events: readonly ModelEvent[]): ErrorEvent {
  const terminal = terminalOf(events);
  if (terminal.type !== "error") throw new Error("the stream did not fail");
  return terminal;
}

/** What arrived, whole or in part. */
export function contentOf(terminal: TerminalEvent) {
  return terminal.type === "finish" ? terminal.message.content : terminal.partial?.content;
}

export function warningCodes(events: readonly ModelEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
}
