import type { ThinkingConfig } from "@google/genai";
import type { ModelRequest, ThinkingLevel } from "@squire/protocol";
import type { Target } from "./contract.ts";
import { levelWords } from "./google-model.ts";
import { levelWord } from "./thinking.ts";

/** Levels are the model's own words, not the SDK's list. */
export type GoogleThinking = Omit<ThinkingConfig, "thinkingLevel"> & {
  readonly thinkingLevel?: string;
};

const FLASH_LIMIT = 24_576;
const PRO_LIMIT = 32_768;
/** Pro models cannot stop thinking; this is the least they take. */
const PRO_LEAST = 128;

const BUDGETS: Readonly<Record<ThinkingLevel, number>> = {
  off: 0,
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: FLASH_LIMIT,
  max: PRO_LIMIT,
};

/** By level where the model knows levels, else by budget (PROV-19). */
export function googleThinking(request: ModelRequest, target: Target): GoogleThinking | undefined {
  const level = request.thinking;
  if (level === undefined || target.reasoning === false) return undefined;
  const includeThoughts = level !== "off";
  const words = levelWords(request.model, target);
  const word = words === undefined ? undefined : levelWord(level, words);
  if (word !== undefined) return { includeThoughts, thinkingLevel: word };
  return { includeThoughts, thinkingBudget: budgetOf(level, request.model) };
}

function budgetOf(level: ThinkingLevel, model: string): number {
  const pro = /\bpro\b/i.test(model);
  return Math.min(Math.max(BUDGETS[level], pro ? PRO_LEAST : 0), pro ? PRO_LIMIT : FLASH_LIMIT);
}
