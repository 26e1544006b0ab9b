import { parseArguments } from "../tool/pipeline/parse-arguments.ts";
import type { AskedCall, CallEnd } from "../tool/pipeline/ports.ts";
import type { AnsweredCall, VolatileFacts } from "./ports.ts";
import type { Turn } from "./turn-state.ts";

type Facts = Awaited<ReturnType<VolatileFacts>>;

/** Facts become context entries. A turn does not fail because one could not be had. */
export async function addFacts({ ports, runId }: Turn, facts: () => Promise<Facts>): Promise<void> {
  let found: Facts;
  try {
    found = await facts();
  } catch (error) {
    const message = `Some facts could not be had: ${error instanceof Error ? error.message : String(error)}`;
    ports.emit({ type: "warning.raised", runId, code: "facts.failed", message });
    return;
  }
  for (const { topic, text } of found) {
    await ports.log.append<"context">({ type: "context", topic, text });
  }
}

/** Behind the outcomes of a reply, before anything else is said. */
export async function addFactsOnCalls(
  turn: Turn,
  calls: readonly AskedCall[],
  ends: readonly CallEnd[],
): Promise<void> {
  const { factsOnCalls, tools } = turn.ports;
  if (factsOnCalls === null || turn.signal.aborted) return;
  const answered = ends.flatMap(({ details }, at): readonly AnsweredCall[] => {
    const call = calls[at];
    if (call === undefined) return [];
    const name = tools.find(call.block.name)?.name ?? call.block.name;
    const parsed = parseArguments(name, call.argsText);
    const { ending, changedFiles } = details;
    const changed = changedFiles === undefined ? {} : { changedFiles };
    return [{ name, args: parsed.ok ? tools.restore(name, parsed.args) : {}, ending, ...changed }];
  });
  await addFacts(turn, () => factsOnCalls(answered));
}
