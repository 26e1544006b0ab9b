import type { Model, ModelEvent } from "@squire/protocol";
import type { Clock } from "../ports.ts";
import { filteredModel } from "./emitting-model.ts";
import type { EventFilter } from "./emitting-model.ts";
import type { Emit } from "./stream.ts";

type Delta = Extract<ModelEvent, { type: "text.delta" | "thinking.delta" | "call.delta" }>;
type Timers = Pick<Clock, "timer">;

const WINDOW_MS = 50;

/**
 * The same model with fewer deltas (PROV-4). The first one passes at once; those that follow
 * within a window are joined while they belong to the same block, and leave at its end or before
 * any other event.
 */
export function mergeDeltas(model: Model, clock: Timers, windowMs: number = WINDOW_MS): Model {
  return filteredModel(model, (emit) => deltaBatch(emit, clock, windowMs));
}

/** Holds at most one delta. A window is open while its timer runs. */
function deltaBatch(emit: Emit, clock: Timers, windowMs: number): EventFilter {
  let held: Delta | null = null;
  let timer: { cancel(): void } | null = null;

  const flush = (): void => {
    if (held !== null) emit(held);
    held = null;
  };
  const open = (): void => {
    timer = clock.timer(windowMs, () => {
      timer = null;
      if (held !== null) open();
      flush();
    });
  };
  const accept = (event: ModelEvent): void => {
    if (isDelta(event) && timer !== null) {
      const joined = held === null ? null : joinDeltas(held, event);
      if (joined === null) flush();
      held = joined ?? event;
      return;
    }
    flush();
    emit(event);
    if (isDelta(event)) open();
  };
  const close = (): void => {
    flush();
    timer?.cancel();
    timer = null;
  };
  return { accept, close };
}

/** Both as one, or null when they do not belong together. */
export function joinDeltas(first: Delta, second: Delta): Delta | null {
  if (first.block !== second.block) return null;
  if (first.type === "call.delta") {
    if (second.type !== "call.delta" || first.id !== second.id) return null;
    return { ...second, argsText: first.argsText + second.argsText };
  }
  if (second.type === "call.delta" || first.type !== second.type) return null;
  return { ...second, text: first.text + second.text };
}

export function isDelta(event: ModelEvent): event is Delta {
  return (
    event.type === "text.delta" || event.type === "thinking.delta" || event.type === "call.delta"
  );
}
