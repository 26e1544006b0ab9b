import { toolMeaning, toolRanker } from "@squire/ranking";
import type { DescribedTool, Ranked } from "@squire/ranking";
import { meaningsOf } from "./tool-meanings.ts";
import type { MeaningParts } from "./tool-meanings.ts";

/** Finds among tools those that a request needs. */
export type ToolSearch<T> = {
  /** The best `k`, best first. Never rejects: without a model, or once given up, words alone decide. */
  search(request: string, options: SearchOptions): Promise<readonly T[]>;
  /** Embeds the tools ahead of the first request; whether meaning will count. Never rejects. */
  warm(): Promise<boolean>;
};

export type SearchOptions = { readonly k: number; readonly signal?: AbortSignal };

export type ToolSearchInput<T> = {
  readonly tools: readonly T[];
  /** Null: by words alone. */
  readonly meaning: MeaningParts | null;
};

/** Among fewer, words find enough, and no model is started. */
export const WORTH_MEANING = 30;
/** What the nearest in meaning counts beside the best by words, which counts 1. */
const MEANING = 1;

export function openToolSearch<T extends DescribedTool>(input: ToolSearchInput<T>): ToolSearch<T> {
  const { tools, meaning } = input;
  const ranker = toolRanker(tools);
  const meanings =
    meaning === null || tools.length <= WORTH_MEANING
      ? null
      : meaningsOf(tools.map(toolMeaning), meaning);
  return {
    async search(request, { k, signal }) {
      const byWords = ranker.rank(request);
      const near = meanings === null ? null : await orNull(meanings.likeness(request), signal);
      const ranked = near === null ? byWords : joined(byWords, near);
      return ranked.slice(0, Math.max(0, k)).flatMap(({ index }) => tools[index] ?? []);
    },
    async warm() {
      if (meanings === null) return false;
      return (await orNull(meanings.load().then(() => true))) ?? false;
    },
  };
}

/** Shares of the best of each kind, added: places alone would hide how far apart they are. */
function joined(byWords: readonly Ranked[], near: readonly number[]): readonly Ranked[] {
  const most = byWords[0]?.score ?? 1;
  const nearest = Math.max(...near, 0) || 1;
  const scores = near.map((value) => (MEANING * Math.max(0, value)) / nearest);
  for (const { index, score } of byWords) scores[index] = (scores[index] ?? 0) + score / most;
  return scores
    .map((score, index) => ({ index, score }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.index - right.index);
}

/** Null when it fails, or when nobody waits any longer; the work itself goes on. */
function orNull<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<T | null>();
  const stop = (): void => resolve(null);
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted === true) stop();
  void work.then(resolve, stop).finally(() => signal?.removeEventListener("abort", stop));
  return promise;
}
