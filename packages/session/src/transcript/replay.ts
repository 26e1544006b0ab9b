import { fieldsOf, listAt } from "../exchange/fields.ts";
import type { TranscriptRecord, TranscriptUsage } from "./record.ts";

export type Tokens = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
};

/** Sums over the records of a turn or of a whole transcript. */
export type ReplaySums = {
  /** Replies of the model. */
  readonly steps: number;
  readonly toolCalls: number;
  readonly errors: number;
  readonly tokens: Tokens;
  readonly costUsd: number;
  /** The parts of `costUsd`, as far as they are known. */
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** Requests with tokens and without a price. */
  readonly unpriced: number;
  /** The part of the input that came from a cache; 0 without input. */
  readonly cacheHitRatio: number;
  /** The different ones, in the order in which they came. */
  readonly prefixHashes: readonly string[];
  /** What was harvested as a subgoal (ESC-5). */
  readonly subgoals: number;
};

export type ReplayTurn = ReplaySums & { readonly turn: number };

export type Replay = ReplaySums & {
  readonly turns: number;
  readonly models: readonly string[];
  readonly perTurn: readonly ReplayTurn[];
};

export type CostParts = { readonly inputUsd: number; readonly outputUsd: number };

export type ReplayOptions = {
  /** What a request would cost now; used where the record does not say. */
  readonly price?: (model: string, usage: TranscriptUsage) => CostParts | null;
};

/** The figures of a transcript, from what stands in it alone (TRN-3). */
export function replay(records: Iterable<TranscriptRecord>, options: ReplayOptions = {}): Replay {
  const all = emptySums();
  const turns = new Map<number, Sums>();
  const models = new Set<string>();
  for (const record of records) {
    const costs = costsOf(record, options);
    const sums = turns.get(record.turn) ?? emptySums();
    turns.set(record.turn, sums);
    addRecord(all, record, costs);
    addRecord(sums, record, costs);
    if (record.model !== undefined) models.add(record.model);
  }
  const ordered = [...turns].filter(([turn]) => turn > 0).sort(([a], [b]) => a - b);
  return {
    ...finish(all),
    turns: ordered.length,
    models: [...models],
    perTurn: ordered.map(([turn, sums]) => ({ turn, ...finish(sums) })),
  };
}

type Sums = {
  -readonly [K in Exclude<keyof ReplaySums, "tokens" | "prefixHashes" | "cacheHitRatio">]: number;
} & { readonly tokens: { -readonly [K in keyof Tokens]: number }; readonly hashes: Set<string> };

function emptySums(): Sums {
  return {
    steps: 0,
    toolCalls: 0,
    errors: 0,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    costUsd: 0,
    inputUsd: 0,
    outputUsd: 0,
    unpriced: 0,
    subgoals: 0,
    hashes: new Set(),
  };
}

type Costs = CostParts & { readonly total: number | null };

function addRecord(sums: Sums, record: TranscriptRecord, costs: Costs): void {
  const { role, error, usage, prefixHash, planState } = record;
  if (role === "assistant") sums.steps++;
  if (role === "tool") sums.toolCalls++;
  if (error !== undefined) sums.errors++;
  if (prefixHash !== undefined) sums.hashes.add(prefixHash);
  sums.subgoals += listAt(fieldsOf(planState), "subgoals").length;
  if (usage !== undefined) {
    sums.tokens.input += usage.input ?? 0;
    sums.tokens.output += usage.output ?? 0;
    sums.tokens.cacheRead += usage.cacheRead ?? 0;
    sums.tokens.cacheWrite += usage.cacheWrite ?? 0;
    if (costs.total === null) sums.unpriced++;
  }
  sums.costUsd += costs.total ?? 0;
  sums.inputUsd += costs.inputUsd;
  sums.outputUsd += costs.outputUsd;
}

/** A price in the record was frozen when it was paid and stays; only its parts may be worked out. */
function costsOf(record: TranscriptRecord, { price }: ReplayOptions): Costs {
  const { cost, inputCost, model, usage } = record;
  if (cost !== undefined && inputCost !== undefined) {
    const inputUsd = Math.min(inputCost, cost);
    return { total: cost, inputUsd, outputUsd: cost - inputUsd };
  }
  const now = usage && model !== undefined ? (price?.(model, usage) ?? null) : null;
  const sum = now === null ? 0 : now.inputUsd + now.outputUsd;
  if (cost === undefined) {
    return { total: now === null ? null : sum, inputUsd: 0, outputUsd: 0, ...now };
  }
  if (now === null || sum === 0) return { total: cost, inputUsd: 0, outputUsd: 0 };
  const inputUsd = (cost * now.inputUsd) / sum;
  return { total: cost, inputUsd, outputUsd: cost - inputUsd };
}

function finish({ hashes, ...sums }: Sums): ReplaySums {
  const { input, cacheRead } = sums.tokens;
  return {
    ...sums,
    cacheHitRatio: input === 0 ? 0 : cacheRead / input,
    prefixHashes: [...hashes],
  };
}
