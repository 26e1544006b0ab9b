import { textOf } from "@squire/protocol/values";
import { say } from "./say.ts";
import type { TurnMessage } from "./say.ts";
import type { Turn } from "./turn-state.ts";

/** What the user said is durable before anything is done about it. */
export async function openTurn(turn: Turn, messages: readonly TurnMessage[]): Promise<void> {
  const { ports, settings, runId } = turn;
  ports.emit({ type: "turn.started", runId, mode: settings.mode, model: ports.model().id });
  await addFacts(turn, messages);
  for (const message of messages) await say(turn, message);
}

function wordsOf(messages: readonly TurnMessage[]): string {
  const own = messages.filter(({ synthetic }) => synthetic !== true);
  return own.map(({ message }) => textOf(message)).join("\n");
}

/** LOOP-27. A turn is not refused because a fact about the world could not be had. */
async function addFacts({ ports, runId }: Turn, messages: readonly TurnMessage[]): Promise<void> {
  if (ports.volatileFacts === null) return;
  let facts: Awaited<ReturnType<typeof ports.volatileFacts>>;
  try {
    facts = await ports.volatileFacts({ userText: wordsOf(messages) });
  } catch (error) {
    const message = `Some facts could not be had: ${error instanceof Error ? error.message : String(error)}`;
    ports.emit({ type: "warning.raised", runId, code: "facts.failed", message });
    return;
  }
  for (const { topic, text } of facts) {
    await ports.log.append<"context">({ type: "context", topic, text });
  }
}
