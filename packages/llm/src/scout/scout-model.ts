import type { Model, ModelEvent, ModelRequest, Origin } from "@squire/protocol";
import { emittingModel } from "../transport/emitting-model.ts";
import { Reply } from "../wire/reply.ts";
import type { Decision } from "./decision.ts";

export const SCOUT_ID = "squire/scout";

const ORIGIN: Origin = { provider: "squire", wire: "scout", model: "scout" };

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
    for (const event of eventsOf(decide(request), request)) emit(event);
  });
}

const ABORTED: ModelEvent = {
  type: "error",
  failure: { kind: "aborted", message: "The request was aborted.", retryable: false },
  partial: null,
  usage: {
    input: null,
    output: null,
    cacheRead: null,
    cacheWrite: null,
    reasoning: null,
    total: null,
  },
};

function eventsOf(decision: Decision, { messages }: ModelRequest): readonly ModelEvent[] {
  const reply = new Reply(ORIGIN);
  reply.start();
  reply.text("text", decision.text);
  reply.end("text");
  const calls = decision.type === "look" ? decision.calls : [];
  for (const [at, { name, args }] of calls.entries()) {
    const id = `scout_${messages.length}_${at + 1}`;
    reply.call(id, id, name);
    reply.args(id, JSON.stringify(args));
    reply.end(id);
  }
  // It reads no tokens and nobody is billed for any.
  reply.usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, total: 0 };
  reply.finish(calls.length > 0 ? "calls" : "stop");
  return reply.take();
}
