import type { ModelFailure } from "@squire/protocol";
import { MALFORMED_CALL, ruleReminder } from "./notes.ts";
import { remind } from "./say.ts";
import type { StreamRule } from "./settings.ts";
import type { FailedReply } from "./reply.ts";
import type { Turn } from "./turn-state.ts";

/** What can be done about a reply that failed. Null: ask again; otherwise what ends the turn. */
export async function recover(turn: Turn, failed: FailedReply): Promise<ModelFailure | null> {
  const { failure, interruption } = failed;
  const { once } = turn.scratch;
  if (turn.signal.aborted) return failure;
  if (interruption?.type === "rule") return remindOf(turn, interruption.rule);
  if (failure.kind === "overflow") return shrink(turn, failure);
  if (failure.malformedCall === true && !once.has("malformed")) {
    once.add("malformed");
    await remind(turn, MALFORMED_CALL);
    return null;
  }
  return failure;
}

/** Once per rule and turn: the rule does not stop the next reply (LOOP-22). */
async function remindOf(turn: Turn, { name, message }: StreamRule): Promise<null> {
  turn.scratch.rulesUsed.add(name);
  turn.ports.emit({ type: "rule.triggered", runId: turn.runId, rule: name, message });
  await remind(turn, ruleReminder(message));
  return null;
}

/** A larger model first, then a smaller view: each is worth one more try, no more (CMP-3, CMP-15). */
const MOST_OVERFLOWS = 2;

async function shrink(
  { ports, scratch, signal }: Turn,
  failure: ModelFailure,
): Promise<ModelFailure | null> {
  if (ports.onOverflow === null) return failure;
  const tried = scratch.overflows++;
  if (tried >= MOST_OVERFLOWS) return notRecovered(failure, failure.message);
  try {
    if (await ports.onOverflow({ failure, signal })) return null;
    return tried === 0 ? failure : notRecovered(failure, failure.message);
  } catch (error) {
    return notRecovered(failure, error instanceof Error ? error.message : String(error));
  }
}

const NOT_RECOVERED = "Context overflow recovery failed: ";

function notRecovered(failure: ModelFailure, why: string): ModelFailure {
  const message = why.startsWith(NOT_RECOVERED) ? why : NOT_RECOVERED + why;
  return { ...failure, message };
}
