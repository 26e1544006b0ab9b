import type { Entry } from "@squire/protocol";
import { itemOf } from "./items.ts";

/** A call without an outcome. Of its arguments nothing is kept: they may be long. */
export type OpenCall = { readonly id: string; readonly name: string; readonly started: boolean };

/** The calls of the last step that are still to be answered, as `History` holds them back. */
export type OpenStep = readonly OpenCall[];

export const NO_STEP: OpenStep = [];

/** What entry by entry becomes of the calls of the last step. A compaction answers nobody. */
export function reduceStep(step: OpenStep, entry: Entry): OpenStep {
  if (entry.type === "tool_started") return start(step, entry.callId);
  const item = itemOf(entry);
  switch (item.kind) {
    case "user":
      return item.asks ? NO_STEP : step;
    case "reply": {
      const calls = item.message.content.filter((block) => block.type === "call");
      return calls.map(({ id, name }) => ({ id, name, started: false }));
    }
    case "unfinished":
      return NO_STEP;
    case "outcome": {
      const at = step.findIndex(({ id }) => id === item.message.callId);
      return at === -1 ? step : step.toSpliced(at, 1);
    }
    case "nothing":
      return step;
  }
}

function start(step: OpenStep, callId: string): OpenStep {
  const at = step.findIndex(({ id, started }) => id === callId && !started);
  const call = step[at];
  return call === undefined ? step : step.with(at, { ...call, started: true });
}
