import { oneLine } from "../exchange/plain-text.ts";
import { prefixStory } from "./prefix-story.ts";
import type { Transcript, TranscriptRecord } from "./record.ts";
import { replay } from "./replay.ts";
import type { Replay, ReplayOptions } from "./replay.ts";
import { similarity } from "./similarity.ts";

export type PairKind = "match" | "diverge" | "only_in_a" | "only_in_b";

/** The final answers of one turn of both (TRN-4). */
export type TurnPair = {
  readonly turn: number;
  readonly kind: PairKind;
  /** 0 where one of them is missing. */
  readonly similarity: number;
  /** One line; empty for a match. */
  readonly reason: string;
};

/** b − a. */
export type Deltas = {
  readonly turns: number;
  readonly steps: number;
  readonly toolCalls: number;
  readonly input: number;
  readonly output: number;
  readonly costUsd: number;
  readonly cacheHitRatio: number;
  readonly prefixHashes: number;
};

export type TranscriptDiff = {
  readonly a: Replay;
  readonly b: Replay;
  readonly pairs: readonly TurnPair[];
  readonly firstDivergence: TurnPair | null;
  readonly deltas: Deltas;
  /** Plain sentences on whose prefix changed when and what that did to the cache. */
  readonly prefixStory: readonly string[];
};

/** Answers that are at least this much alike say the same. */
const ALIKE = 0.75;
const QUOTE_CHARS = 60;

export function diffTranscripts(
  a: Transcript,
  b: Transcript,
  options: ReplayOptions = {},
): TranscriptDiff {
  const [one, other] = [turnsOf(a.records), turnsOf(b.records)];
  const numbers = [...new Set([...one.keys(), ...other.keys()])].sort((x, y) => x - y);
  const pairs = numbers.map((turn) => pairOf(turn, one.get(turn), other.get(turn)));
  const [replayA, replayB] = [replay(a.records, options), replay(b.records, options)];
  return {
    a: replayA,
    b: replayB,
    pairs,
    firstDivergence: pairs.find(({ kind }) => kind !== "match") ?? null,
    deltas: deltasOf(replayA, replayB),
    prefixStory: prefixStory(replayA, replayB),
  };
}

type Turn = { readonly answer: string; readonly calls: readonly TranscriptRecord[] };

/** The turns in which the model said something. */
function turnsOf(records: readonly TranscriptRecord[]): ReadonlyMap<number, Turn> {
  const turns = new Map<number, { answer: string; calls: TranscriptRecord[] }>();
  for (const record of records) {
    if (record.role !== "assistant" && record.role !== "tool") continue;
    const turn = turns.get(record.turn) ?? { answer: "", calls: [] };
    turns.set(record.turn, turn);
    if (record.role === "tool") turn.calls.push(record);
    else turn.answer = record.content;
  }
  return turns;
}

function pairOf(turn: number, a: Turn | undefined, b: Turn | undefined): TurnPair {
  if (a === undefined || b === undefined) {
    const kind = a === undefined ? "only_in_b" : "only_in_a";
    return {
      turn,
      kind,
      similarity: 0,
      reason: `only ${a === undefined ? "b" : "a"} has this turn`,
    };
  }
  const alike = similarity(a.answer, b.answer);
  const calls = callReason(a.calls, b.calls);
  if (alike >= ALIKE && calls === null)
    return { turn, kind: "match", similarity: alike, reason: "" };
  const answers = `answers are ${percent(alike)} alike: ${quote(a.answer)} / ${quote(b.answer)}`;
  const reason = calls ?? argsReason(a.calls, b.calls) ?? answers;
  return { turn, kind: "diverge", similarity: alike, reason };
}

/** Other tools, or in another order. */
function callReason(a: readonly TranscriptRecord[], b: readonly TranscriptRecord[]): string | null {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [one, other] = [a[at]?.tool, b[at]?.tool];
    if (one === other) continue;
    return `call ${at + 1}: a ${called(a[at])}, b ${called(b[at])}`;
  }
  return null;
}

function called(record: TranscriptRecord | undefined): string {
  return record === undefined ? "made none" : `called ${oneLine(record.tool ?? "?", QUOTE_CHARS)}`;
}

/** The same tools with other arguments: why the answers may have come out differently. */
function argsReason(a: readonly TranscriptRecord[], b: readonly TranscriptRecord[]): string | null {
  const at = a.findIndex((call, n) => JSON.stringify(call.args) !== JSON.stringify(b[n]?.args));
  if (at === -1) return null;
  const [one, other] = [a[at], b[at]];
  const args = (call: TranscriptRecord | undefined): string =>
    quote(JSON.stringify(call?.args) ?? "");
  return `call ${at + 1}: ${oneLine(one?.tool ?? "?", QUOTE_CHARS)} with ${args(one)} / ${args(other)}`;
}

function deltasOf(a: Replay, b: Replay): Deltas {
  return {
    turns: b.turns - a.turns,
    steps: b.steps - a.steps,
    toolCalls: b.toolCalls - a.toolCalls,
    input: b.tokens.input - a.tokens.input,
    output: b.tokens.output - a.tokens.output,
    costUsd: b.costUsd - a.costUsd,
    cacheHitRatio: b.cacheHitRatio - a.cacheHitRatio,
    prefixHashes: b.prefixHashes.length - a.prefixHashes.length,
  };
}

function quote(text: string): string {
  return `“${oneLine(text, QUOTE_CHARS)}”`;
}

function percent(ratio: number): string {
  return `${Math.round(100 * ratio)} %`;
}
