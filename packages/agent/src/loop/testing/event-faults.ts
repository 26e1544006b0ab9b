import type { AgentEvent } from "@squire/protocol";
import { EVENT_PAIRS, parseEvent } from "@squire/protocol/wire";

const TERMINAL = new Set(["turn.finished", "turn.failed", "turn.aborted"]);

/** What is wrong with a sequence of events: shapes, pairs, the one terminal event of each turn. */
export function eventFaults(events: readonly AgentEvent[]): readonly string[] {
  const faults: string[] = [];
  const open = new Map<string, string>();
  const ended = new Set<string>();
  for (const [at, event] of events.entries()) {
    const parsed = parseEvent(event);
    if (parsed.kind !== "known") faults.push(`${at}: ${event.type} ${JSON.stringify(parsed)}`);
    const runId = "runId" in event ? event.runId : undefined;
    if (runId !== undefined && ended.has(runId)) faults.push(`${at}: ${event.type} after the end`);
    if (runId !== undefined && TERMINAL.has(event.type)) ended.add(runId);
    for (const [start, { by, ends }] of Object.entries(EVENT_PAIRS)) {
      if (event.type === start) {
        const key = keyOf(start, by, event);
        if (open.has(key)) faults.push(`${at}: ${key} starts twice`);
        open.set(key, start);
      }
      if ((ends as readonly string[]).includes(event.type)) {
        const key = keyOf(start, by.map(lastWord), event);
        if (!open.delete(key)) faults.push(`${at}: ${event.type} without a start (${key})`);
      }
    }
  }
  return [...faults, ...[...open.keys()].map((key) => `${key} never ends`)];
}

function keyOf(start: string, paths: readonly string[], event: AgentEvent): string {
  return [start, ...paths.map((path) => String(valueAt(event, path)))].join(" ");
}

function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value;
  for (const word of path.split(".")) {
    at = typeof at === "object" && at !== null ? Reflect.get(at, word) : undefined;
  }
  return at;
}

function lastWord(path: string): string {
  return path.split(".").at(-1) ?? path;
}
