import type { Model, ModelEvent } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";
import { emittingModel } from "../transport/emitting-model.ts";
import { replyEvents } from "./reply-events.ts";

export const SCOUT_ID = "squire/scout";

/**
 * The embedded model (architecture §11): it finds and quotes, and makes nothing up. A pure function
 * of the request: it remembers nothing between two of them and asks nobody, so the same request
 * gives the same bytes.
 */
export function scoutModel(): Model {
  return emittingModel(SCOUT_ID, async (request, emit, signal) => {
    // Most sessions have another model and never pay for this one.
    const { decide } = await import("./decide.ts");
    if (signal.aborted) return emit(ABORTED);
    for (const event of replyEvents(decide(request), request)) emit(event);
  });
}

const ABORTED: ModelEvent = {
  type: "error",
  failure: { kind: "aborted", message: "The request was aborted.", retryable: false },
  partial: null,
  usage: NO_USAGE,
};
