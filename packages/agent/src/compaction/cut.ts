import type { Entry } from "@squire/protocol";
import type { BranchView, ViewItem } from "./branch-view.ts";
import { keepTokens } from "./limits.ts";
import { startsTurn } from "./overlay.ts";
import type { CompactionSettings } from "./settings.ts";

/** Where a view is cut in two: what goes into the summary, and what stays. */
export type Cut = {
  /** The first item that stays. */
  readonly index: number;
  readonly firstKeptId: string;
  /** Where the turn begins that the cut goes through (CMP-7); null when it goes between turns. */
  readonly turnStart: number | null;
  /** Estimated, of what goes and of what stays. */
  readonly removedTokens: number;
  readonly keptTokens: number;
};

export type CutOptions = {
  /** Estimated tokens that may stay. */
  readonly keepTokens: number;
  /** Counts messages instead (C16). */
  readonly keepMessages?: number;
};

/** What may stay of a view. */
export function cutOptions(input: {
  readonly view: BranchView;
  readonly settings: CompactionSettings;
  readonly window: number;
  readonly ratio: number;
  readonly reason: NonNullable<Entry<"compaction">["reason"]>;
}): CutOptions {
  const { view, settings, window, ratio, reason } = input;
  const shown = view.tokens * ratio;
  const keep = keepTokens(settings, { window, shown, reason }) / ratio;
  const { keepMessages } = settings;
  return keepMessages === undefined ? { keepTokens: keep } : { keepTokens: keep, keepMessages };
}

/**
 * The earliest place from which everything fits the budget, but at least the last whole exchange
 * stays (C16). Never between a call and its outcome (CMP-6). Null when nothing would go.
 */
export function findCut(items: readonly ViewItem[], options: CutOptions): Cut | null {
  const valid = validCuts(items);
  const latest = lastExchange(items, valid);
  if (latest === null) return null;
  const wanted = startOfBudget(items, options);
  if (wanted === 0) return null;
  const fitting = valid.findIndex((isValid, index) => isValid && index >= wanted);
  const isStart = (index: number): boolean =>
    index <= latest && valid[index] === true && isTurnStart(items[index]);
  const at =
    fitting === -1 || fitting > latest ? latest : betweenTurns(items, fitting, isStart, options);
  const turnStart = turnStartBefore(items, at);
  const index = withMetadata(items, at);
  const first = items[index];
  const removedTokens = sum(items.slice(0, index));
  if (first === undefined || removedTokens === 0) return null;
  const keptTokens = sum(items.slice(index));
  return { index, firstKeptId: first.entry.id, turnStart, removedTokens, keptTokens };
}

/** A cut through a turn costs a second summary: the next turn's start is better if it is near. */
const NEAR = 0.25;

function betweenTurns(
  items: readonly ViewItem[],
  fitting: number,
  isStart: (index: number) => boolean,
  { keepTokens, keepMessages }: CutOptions,
): number {
  if (keepMessages !== undefined) return fitting;
  let lost = 0;
  for (let index = fitting; index < items.length && lost <= keepTokens * NEAR; index++) {
    if (isStart(index)) return index;
    lost += items[index]?.tokens ?? 0;
  }
  return fitting;
}

/** CMP-6: which items may be the first to stay. No outcome may lose its call. */
function validCuts(items: readonly ViewItem[]): boolean[] {
  const openedAt = new Map<string, number>();
  // How many calls begin and end to be open at each place.
  const change = Array.from({ length: items.length + 2 }, () => 0);
  const add = (at: number, by: number): void => {
    change[at] = (change[at] ?? 0) + by;
  };
  for (const [index, { entry }] of items.entries()) {
    for (const id of callIdsIn(entry)) openedAt.set(id, index);
    if (entry.type !== "tool_result") continue;
    add((openedAt.get(entry.outcome.callId) ?? index) + 1, 1);
    add(index + 1, -1);
  }
  let open = 0;
  return items.map(({ entry, tokens }, index) => {
    open += change[index] ?? 0;
    return open === 0 && tokens > 0 && isCutType(entry);
  });
}

function callIdsIn(entry: Entry): readonly string[] {
  if (entry.type !== "message" || entry.message.role !== "assistant") return [];
  return entry.message.content.flatMap((block) => (block.type === "call" ? block.id : []));
}

function isCutType(entry: Entry): boolean {
  switch (entry.type) {
    case "message":
    case "user_bash":
    case "user_python":
    case "custom_message":
    case "branch_summary":
      return true;
    default:
      return false;
  }
}

/** The start of the last step or, while it has no answer, of the last turn. */
function lastExchange(items: readonly ViewItem[], valid: readonly boolean[]): number | null {
  const last = (wanted: (entry: Entry) => boolean, before = items.length): number =>
    items.findLastIndex(({ entry }, at) => at < before && valid[at] === true && wanted(entry));
  const reply = last(isReply);
  const turn = last(startsTurn);
  if (turn > reply) return turn;
  if (reply === -1) return null;
  const before = last(() => true, reply);
  return before !== -1 && before === turn ? turn : reply;
}

function isReply(entry: Entry): boolean {
  return entry.type === "message" && entry.message.role === "assistant";
}

function startOfBudget(
  items: readonly ViewItem[],
  { keepTokens, keepMessages }: CutOptions,
): number {
  let tokens = 0;
  let messages = 0;
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    tokens += item?.tokens ?? 0;
    if (item !== undefined && item.tokens > 0) messages++;
    const over = keepMessages === undefined ? tokens > keepTokens : messages > keepMessages;
    if (over) return index + 1;
  }
  return 0;
}

function isTurnStart(item: ViewItem | undefined): boolean {
  return item !== undefined && startsTurn(item.entry);
}

/** CMP-7. A turn that began before the items is not told apart from what came before it. */
function turnStartBefore(items: readonly ViewItem[], at: number): number | null {
  const first = items[at];
  if (first === undefined || startsTurn(first.entry)) return null;
  const start = items.slice(0, at).findLastIndex(({ entry }) => startsTurn(entry));
  return start === -1 ? null : start;
}

/** CMP-6: what the model does not see and stands right before the cut belongs to what stays. */
function withMetadata(items: readonly ViewItem[], at: number): number {
  let index = at;
  for (; index > 0; index--) {
    const before = items[index - 1];
    if (before === undefined || before.tokens > 0 || !isMetadata(before.entry)) break;
  }
  return index;
}

function isMetadata({ type }: Entry): boolean {
  return !["message", "tool_result", "compaction", "branch_summary", "prune"].includes(type);
}

function sum(items: readonly ViewItem[]): number {
  return items.reduce((total, { tokens }) => total + tokens, 0);
}
