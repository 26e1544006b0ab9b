import type { UserMessage } from "@squire/protocol";
import type { LoopPorts } from "./ports.ts";
import type { TurnResult } from "./turn-result.ts";

/** Shrinking and compaction; a failure of theirs is told and takes nothing away (LOOP-16). */
export async function afterTurn(
  { endOfTurn, emit }: LoopPorts,
  result: TurnResult,
  signal: AbortSignal,
): Promise<UserMessage | null> {
  if (endOfTurn === null) return null;
  try {
    return (await endOfTurn(result, { signal })).goOn ?? null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    emit({ type: "warning.raised", code: "end_of_turn.failed", message });
    return null;
  }
}
