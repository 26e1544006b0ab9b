import type { AssistantMessage, CallBlock, Effect, JsonObject, ToolSpec } from "@squire/protocol";
import type { Aliases } from "./names.ts";
import { repairCalls } from "./repair-calls.ts";
import type { RepairedCall, RepairReport } from "./repair-calls.ts";
import { rememberCall } from "./storm.ts";
import type { CallToJudge, PastCall } from "./storm.ts";

export type TurnRepairOptions = {
  /** The tools as the model was told about them. */
  readonly tools: () => readonly ToolSpec[];
  readonly aliases?: Aliases;
  /** What the user asked for in this turn. */
  readonly userText?: () => string;
};

type Input = {
  readonly message: AssistantMessage;
  readonly effectOf: (name: string, args: JsonObject) => Effect | null;
  readonly newCallId: () => string;
};

type Call = {
  readonly block: CallBlock;
  readonly argsText: string;
  readonly suppressed?: string;
};

/**
 * The repair passes with the memory of one user turn, in the shape the loop asks for. Arguments stay
 * as they were written, and names too: the pipeline reads both again, refuses what is lossy, and
 * answers what cannot be run.
 */
export function turnRepair(options: TurnRepairOptions): {
  repair(input: Input): {
    readonly message: AssistantMessage;
    readonly calls: readonly Call[];
    readonly report: RepairReport;
  };
  answered(call: Call, text: string): void;
} {
  let past: readonly PastCall[] = [];
  const judged = new Map<string, CallToJudge>();
  return {
    repair({ message, effectOf, newCallId }) {
      const repaired = repairCalls({
        message,
        tools: options.tools(),
        past,
        isReadOnly: (name, args) => isReadOnly(effectOf(name, args)),
        newId: newCallId,
        ...(options.aliases === undefined ? {} : { aliases: options.aliases }),
        ...(options.userText === undefined ? {} : { userText: options.userText() }),
      });
      judged.clear();
      for (const call of repaired.calls) judged.set(call.call.id, call.judged);
      return { ...repaired, calls: repaired.calls.map(forLoop) };
    },
    answered({ block, suppressed }, text) {
      const call = judged.get(block.id);
      // What a suppressed call is told is no result: it repeats the ones before it.
      const result = suppressed === undefined ? text : null;
      if (call !== undefined) past = rememberCall(past, call, result);
    },
  };
}

function forLoop(repaired: RepairedCall): Call {
  const { call: block } = repaired;
  const call = { block, argsText: block.argsText };
  const isStorm = repaired.type === "refused" && repaired.cause === "storm";
  return isStorm ? { ...call, suppressed: repaired.text } : call;
}

/** Looking something up elsewhere changes nothing here. */
function isReadOnly(effect: Effect | null): boolean {
  return effect === "read" || effect === "ask" || effect === "network";
}
