import type { StopReason } from "@squire/protocol";
import { dispatchCalls } from "../tool/pipeline/dispatch.ts";
import type { AskedCall, CallEnd, CallScope } from "../tool/pipeline/ports.ts";
import { addFactsOnCalls } from "./add-facts.ts";
import type { Reply } from "./reply.ts";
import type { Turn } from "./turn-state.ts";

/** Runs the calls of a reply. Resolves with a reason when one of them ends the turn. */
export async function answerCalls(turn: Turn, { calls }: Reply): Promise<StopReason | null> {
  if (calls.length === 0) return null;
  const ends = await dispatchCalls(calls, turn.ports, scopeOf(turn));
  for (const [at, end] of ends.entries()) note(turn, calls[at], end);
  const suppressed = calls.every((call) => call.suppressed !== undefined);
  turn.scratch.storms = suppressed ? turn.scratch.storms + 1 : 0;
  const stop = ends.find((end) => end.stop !== undefined)?.stop ?? null;
  if (stop === null) await addFactsOnCalls(turn, calls, ends);
  return stop;
}

function scopeOf({ runId, settings, state, signal }: Turn): CallScope {
  const { mode, planTools, limits } = settings;
  const interrupted = (): boolean => state.queue.hasSteering;
  return { runId, mode, planTools, signal, interrupted, limits };
}

function note({ scratch }: Turn, call: AskedCall | undefined, end: CallEnd): void {
  for (const path of end.details.changedFiles ?? []) scratch.changedFiles.add(path);
  if (end.needed !== undefined) scratch.needed.push(end.needed);
  if (call === undefined) return;
  const text = end.content.map((part) => (part.type === "text" ? part.text : part.data)).join("\n");
  scratch.repair.answered(call, text);
}
