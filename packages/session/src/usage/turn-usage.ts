import type { Entry } from "@squire/protocol";
import { addUsage, cacheHitRatio, NO_TOTALS } from "../tree/usage.ts";
import type { UsageTotals } from "../tree/usage.ts";
import { advance, BEFORE_TURNS } from "./turn-cursor.ts";
import type { TurnCursor } from "./turn-cursor.ts";

/** What some requests cost, with the parts of the cost (USE-1). */
export type Spent = UsageTotals & {
  /** Of `costUsd`, as far as the log tells them apart. */
  readonly inputUsd: number;
  readonly outputUsd: number;
  readonly durationMs: number;
};

export type TurnUsage = Spent & {
  readonly turn: number;
  readonly runId: string | null;
  /** When its last request was paid. */
  readonly ts: number;
  readonly cacheMiss: number;
  readonly cacheHitRatio: number;
  /** Everything of it but the work of subagents, which have lines of their own in the ledger. */
  readonly byModel: ReadonlyMap<string, Spent>;
};

export type SessionUsage = {
  readonly turns: number;
  readonly totals: Spent;
  readonly cacheHitRatio: number;
  /** Null before the first reply. */
  readonly lastPromptTokens: number | null;
  readonly lastTurnCostUsd: number;
};

/** Where a fold over entries stands; hand it on to fold more. */
export type UsageFold = {
  readonly cursor: TurnCursor;
  readonly turn: TurnUsage;
  readonly session: SessionUsage;
};

const NOTHING_SPENT: Spent = { ...NO_TOTALS, inputUsd: 0, outputUsd: 0, durationMs: 0 };

export const EMPTY_USAGE: UsageFold = {
  cursor: BEFORE_TURNS,
  turn: emptyTurn(BEFORE_TURNS),
  session: {
    turns: 0,
    totals: NOTHING_SPENT,
    cacheHitRatio: 0,
    lastPromptTokens: null,
    lastTurnCostUsd: 0,
  },
};

/** Only `usage` entries count: of each request there is one. Total, like every fold. */
export function reduceUsage(fold: UsageFold, entry: Entry): UsageFold {
  const cursor = advance(fold.cursor, entry);
  if (cursor !== fold.cursor) return startTurn(fold, cursor);
  return entry.type === "usage" ? spend(fold, entry) : fold;
}

/** The summary of a session or of any part of it (USE-1). */
export function sessionUsage(entries: Iterable<Entry>): SessionUsage {
  let fold = EMPTY_USAGE;
  for (const entry of entries) fold = reduceUsage(fold, entry);
  return fold.session;
}

/** One item per turn, oldest first; what was spent before the first turn is turn 0. */
export function turnUsages(entries: Iterable<Entry>): readonly TurnUsage[] {
  const turns: TurnUsage[] = [];
  let fold = EMPTY_USAGE;
  for (const entry of entries) {
    const next = reduceUsage(fold, entry);
    if (next.cursor !== fold.cursor) keepTurn(turns, fold.turn);
    fold = next;
  }
  keepTurn(turns, fold.turn);
  return turns;
}

function keepTurn(turns: TurnUsage[], turn: TurnUsage): void {
  if (turn.turn > 0 || turn.requests > 0) turns.push(turn);
}

function startTurn({ session }: UsageFold, cursor: TurnCursor): UsageFold {
  return {
    cursor,
    turn: emptyTurn(cursor),
    session: { ...session, turns: cursor.turn, lastTurnCostUsd: 0 },
  };
}

function emptyTurn({ turn, runId }: TurnCursor): TurnUsage {
  const nothing = { cacheMiss: 0, cacheHitRatio: 0, byModel: new Map() };
  return { ...NOTHING_SPENT, turn, runId, ts: 0, ...nothing };
}

function spend({ cursor, turn, session }: UsageFold, entry: Entry<"usage">): UsageFold {
  const spent = addSpent(turn, entry);
  const totals = addSpent(session.totals, entry);
  const prompt = entry.kind === "turn" ? entry.usage.input : null;
  return {
    cursor,
    turn: {
      ...turn,
      ...spent,
      ts: entry.ts,
      cacheMiss: Math.max(0, spent.input - spent.cacheRead),
      cacheHitRatio: cacheHitRatio(spent),
      byModel: addModel(turn.byModel, entry),
    },
    session: {
      turns: session.turns,
      totals,
      cacheHitRatio: cacheHitRatio(totals),
      lastPromptTokens: prompt ?? session.lastPromptTokens,
      lastTurnCostUsd: spent.costUsd,
    },
  };
}

function addModel(byModel: TurnUsage["byModel"], entry: Entry<"usage">): TurnUsage["byModel"] {
  if (entry.kind === "subagent") return byModel;
  const before = byModel.get(entry.model) ?? NOTHING_SPENT;
  return new Map(byModel).set(entry.model, addSpent(before, entry));
}

function addSpent(before: Spent, entry: Entry<"usage">): Spent {
  const { costUsd, inputUsd, durationMs } = entry;
  const input = Math.min(inputUsd ?? 0, costUsd ?? 0);
  const isSplit = costUsd !== null && inputUsd !== undefined && inputUsd !== null;
  return {
    ...addUsage(before, entry),
    inputUsd: before.inputUsd + input,
    outputUsd: before.outputUsd + (isSplit ? costUsd - input : 0),
    durationMs: before.durationMs + (durationMs ?? 0),
  };
}
