import type { ModelEvent, ModelRequest, Origin } from "@squire/protocol";
import { Reply } from "../wire/reply.ts";
import type { Decision } from "./decision.ts";

const ORIGIN: Origin = { provider: "squire", wire: "scout", model: "scout" };

/** A decision as the events of a reply. */
export function replyEvents(
  decision: Decision,
  { messages }: Pick<ModelRequest, "messages">,
): readonly ModelEvent[] {
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
