import type { Entry } from "@squire/protocol";
import { EMPTY_USAGE, reduceUsage } from "../usage/turn-usage.ts";
import type { TurnUsage, UsageFold } from "../usage/turn-usage.ts";
import { NO_STEP, reduceStep } from "./open-step.ts";
import type { OpenStep } from "./open-step.ts";
import { EMPTY_STATE, reduceState } from "./state.ts";
import type { BranchState } from "./state.ts";

/** Everything that is folded over a whole branch, so that nobody has to read it all for one of them. */
export type BranchFacts = {
  readonly state: BranchState;
  readonly usage: UsageFold;
  readonly step: OpenStep;
  /** How many replies it holds. */
  readonly replies: number;
};

export const NO_FACTS: BranchFacts = {
  state: EMPTY_STATE,
  usage: EMPTY_USAGE,
  step: NO_STEP,
  replies: 0,
};

/** Total, like every fold. What it gives is kept in indexes: raise `INDEX_FORMAT` when it changes. */
export function reduceFacts(
  { state, usage, step, replies }: BranchFacts,
  entry: Entry,
): BranchFacts {
  const isReply = entry.type === "message" && entry.message.role === "assistant";
  return {
    state: reduceState(state, entry),
    usage: reduceUsage(usage, entry),
    step: reduceStep(step, entry),
    replies: replies + (isReply ? 1 : 0),
  };
}

/** The last turn and what it has cost; null before anything was spent. */
export function lastTurnOf({ usage: { turn } }: BranchFacts): TurnUsage | null {
  return turn.turn > 0 || turn.requests > 0 ? turn : null;
}

/** Facts as plain JSON. */
export type KeptFacts = Omit<BranchFacts, "usage"> & {
  readonly usage: Omit<UsageFold, "turn"> & {
    readonly turn: Omit<TurnUsage, "byModel"> & {
      readonly byModel: readonly (readonly [
        string,
        TurnUsage["byModel"] extends ReadonlyMap<string, infer S> ? S : never,
      ])[];
    };
  };
};

export function keptFacts(facts: BranchFacts): KeptFacts {
  const { turn } = facts.usage;
  return { ...facts, usage: { ...facts.usage, turn: { ...turn, byModel: [...turn.byModel] } } };
}

export function factsFrom(kept: KeptFacts): BranchFacts {
  const { turn } = kept.usage;
  return { ...kept, usage: { ...kept.usage, turn: { ...turn, byModel: new Map(turn.byModel) } } };
}
