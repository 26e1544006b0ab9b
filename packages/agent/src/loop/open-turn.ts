import { textOf } from "@squire/protocol/values";
import { addFacts } from "./add-facts.ts";
import { say } from "./say.ts";
import type { TurnMessage } from "./say.ts";
import type { Turn } from "./turn-state.ts";

/** What the user said is durable before anything is done about it. */
export async function openTurn(turn: Turn, messages: readonly TurnMessage[]): Promise<void> {
  const { ports, settings, runId } = turn;
  ports.emit({ type: "turn.started", runId, mode: settings.mode, model: ports.model().id });
  const { volatileFacts } = ports;
  // LOOP-27
  if (volatileFacts !== null) {
    await addFacts(turn, () => volatileFacts({ userText: wordsOf(messages) }));
  }
  for (const message of messages) await say(turn, message);
}

function wordsOf(messages: readonly TurnMessage[]): string {
  const own = messages.filter(({ synthetic }) => synthetic !== true);
  return own.map(({ message }) => textOf(message)).join("\n");
}
