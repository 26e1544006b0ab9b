import type { ErrorEvent, FailureKind, Model, ModelRequest } from "@squire/protocol";
import { askModel, emittingModel } from "../transport/emitting-model.ts";
import { isDelivery, singleStart } from "../transport/retry.ts";
import { replyEvents } from "./reply-events.ts";
import { SCOUT_ID } from "./scout-model.ts";

/** Failures of a service that is gone; others are for the user to see and to mend. */
const GONE: ReadonlySet<FailureKind> = new Set(["network", "stalled", "overloaded"]);

function isResearch({ tools }: ModelRequest): boolean {
  return tools.some(({ name }) => name === "note_evidence");
}

/**
 * The same model with scout behind it: when it dies in the middle of a turn, what was found so far is
 * quoted instead of being lost. The change is announced as any fallback is, and nothing is called.
 * A research has its notes, and writes its report from them by itself: there the failure stays one.
 */
export function withSafetyNet(model: Model): Model {
  return emittingModel(model.id, async (request, emit, signal) => {
    const once = singleStart(emit);
    const isUnderWay = request.messages.at(-1)?.role === "tool" && !isResearch(request);
    const told: { error: ErrorEvent | null } = { error: null };
    let delivered = false;
    await askModel({ model, request, signal }, (event) => {
      const isLost = event.type === "error" && GONE.has(event.failure.kind);
      if (isLost && isUnderWay && !delivered && !signal.aborted) {
        told.error = event;
        return;
      }
      delivered ||= isDelivery(event);
      once(event);
    });
    if (told.error === null) return;
    const { failure } = told.error;
    emit({ type: "fallback.started", from: model.id, to: SCOUT_ID, failure });
    const { salvage } = await import("./salvage.ts");
    for (const event of replyEvents(salvage(request, model.id, failure.kind), request)) once(event);
  });
}
