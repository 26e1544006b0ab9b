import { fieldsAt, numberAt, countAt, parseFields, textAt } from "../exchange/fields.ts";
import type { Fields } from "../exchange/fields.ts";
import { oneLine } from "../exchange/plain-text.ts";
import { knownCost } from "../tree/usage.ts";
import type { TurnUsage } from "./turn-usage.ts";

export type SubagentFacts = {
  readonly skillName?: string;
  /** The first words of the task. */
  readonly taskPreview?: string;
  readonly toolIters: number;
  readonly durationMs: number;
};

/** A line of the ledger (USE-2). No prompts, no answers. */
export type LedgerRow = {
  /** Milliseconds since the epoch. */
  readonly ts: number;
  readonly session: string;
  /** `provider/model`. */
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cacheHitTokens: number;
  readonly cacheMissTokens: number;
  /** Frozen when it was written; null when no price was known. */
  readonly costUsd: number | null;
  /** An estimate of what another model would have cost (USE-5). */
  readonly compareUsd?: number;
  /** `memory`: what past sessions taught (MEM-9). */
  readonly kind: "turn" | "subagent" | "memory";
  readonly subagent?: SubagentFacts;
};

const PREVIEW_CHARS = 60;
const NAME_CHARS = 200;

/** The lines of a finished turn: one for each model that was asked. */
export function ledgerRows(session: string, turn: TurnUsage): readonly LedgerRow[] {
  return [...turn.byModel].map(([model, spent]) => ({
    ts: turn.ts,
    session,
    model,
    promptTokens: spent.input,
    completionTokens: spent.output,
    cacheHitTokens: spent.cacheRead,
    cacheMissTokens: Math.max(0, spent.input - spent.cacheRead),
    costUsd: knownCost(spent),
    kind: "turn",
  }));
}

/** The line with its newline. Only the fields of the contract get into it, and names are cut. */
export function encodeRow(row: LedgerRow): Uint8Array {
  const { ts, promptTokens, completionTokens, cacheHitTokens, cacheMissTokens } = row;
  const { costUsd, compareUsd, kind, subagent } = row;
  const line = {
    ts,
    session: oneLine(row.session, NAME_CHARS),
    model: oneLine(row.model, NAME_CHARS),
    promptTokens,
    completionTokens,
    cacheHitTokens,
    cacheMissTokens,
    costUsd,
    ...(compareUsd === undefined ? {} : { compareUsd }),
    kind,
    ...(subagent === undefined ? {} : { subagent: shortened(subagent) }),
  };
  return new TextEncoder().encode(`${JSON.stringify(line)}\n`);
}

/** Null for a line that is not one of ours. Never throws. */
export function decodeRow(line: string): LedgerRow | null {
  const fields = parseFields(line);
  const [ts, session, model] = [
    countAt(fields, "ts"),
    textAt(fields, "session"),
    textAt(fields, "model"),
  ];
  const kind = textAt(fields, "kind") ?? "turn";
  if (ts === undefined || session === undefined || model === undefined) return null;
  if (kind !== "turn" && kind !== "subagent" && kind !== "memory") return null;
  const compareUsd = moneyAt(fields, "compareUsd");
  const subagent = subagentOf(fieldsAt(fields, "subagent"));
  return {
    ts,
    session,
    model,
    promptTokens: countAt(fields, "promptTokens") ?? 0,
    completionTokens: countAt(fields, "completionTokens") ?? 0,
    cacheHitTokens: countAt(fields, "cacheHitTokens") ?? 0,
    cacheMissTokens: countAt(fields, "cacheMissTokens") ?? 0,
    costUsd: moneyAt(fields, "costUsd"),
    ...(compareUsd === null ? {} : { compareUsd }),
    kind,
    ...(subagent === null ? {} : { subagent }),
  };
}

function shortened({
  skillName,
  taskPreview,
  toolIters,
  durationMs,
}: SubagentFacts): SubagentFacts {
  return {
    ...(skillName === undefined ? {} : { skillName: oneLine(skillName, NAME_CHARS) }),
    ...(taskPreview === undefined ? {} : { taskPreview: oneLine(taskPreview, PREVIEW_CHARS) }),
    toolIters,
    durationMs,
  };
}

function subagentOf(fields: Fields | null): SubagentFacts | null {
  if (fields === null) return null;
  const skillName = textAt(fields, "skillName");
  const taskPreview = textAt(fields, "taskPreview");
  return {
    ...(skillName === undefined ? {} : { skillName }),
    ...(taskPreview === undefined ? {} : { taskPreview }),
    toolIters: countAt(fields, "toolIters") ?? 0,
    durationMs: Math.max(0, numberAt(fields, "durationMs") ?? 0),
  };
}

function moneyAt(fields: Fields | null, key: string): number | null {
  const value = numberAt(fields, key);
  return value === undefined || value < 0 ? null : value;
}
