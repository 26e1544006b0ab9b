import type { ThinkingConfigParam } from "@anthropic-ai/sdk/resources/messages";
import type { ModelRequest, ThinkingLevel } from "@squire/protocol";
import { effortWords } from "./anthropic-model.ts";
import type { Target } from "./contract.ts";
import { levelWord } from "./thinking.ts";

export type Thinking = {
  readonly maxTokens: number;
  /** The API refuses a temperature while the model thinks. */
  readonly on: boolean;
  readonly thinking?: ThinkingConfigParam;
  readonly effort?: string;
};

const DEFAULT_MAX_TOKENS = 8_192;
/** Every Anthropic model that thinks may write this much; taken where the limit is unknown. */
const USUAL_LIMIT = 32_000;
const LEAST_BUDGET = 1_024;
/** Left for the answer, unless less was asked for, where thinking would use up everything. */
const ANSWER_ROOM = 4_096;

const BUDGETS: Readonly<Record<Exclude<ThinkingLevel, "off" | "max">, number>> = {
  minimal: LEAST_BUDGET,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_768,
};

/**
 * How long a reply may be and how much of it may be thinking (PROV-19). `mayStart` is false when
 * the history forbids a budget: a pending call that was made without thinking.
 */
export function thinkingFor(request: ModelRequest, target: Target, mayStart: boolean): Thinking {
  const asked = request.maxTokens ?? target.maxOutput ?? DEFAULT_MAX_TOKENS;
  const level = request.thinking;
  const words = effortWords(request.model, target.compat);
  const silent: Thinking = { maxTokens: asked, on: false };
  if (level === undefined || target.reasoning === false) return silent;
  if (level === "off" && words?.off === undefined) {
    const reasons = target.reasoning === true || words !== undefined;
    return reasons ? { ...silent, thinking: { type: "disabled" } } : silent;
  }
  const effort = words === undefined ? undefined : levelWord(level, words);
  if (effort !== undefined) {
    // Newer models hide their thinking unless asked to sum it up.
    const thinking: ThinkingConfigParam = { type: "adaptive", display: "summarized" };
    return { maxTokens: asked, on: true, thinking, effort };
  }
  return level === "off" || !mayStart ? silent : budgeted(level, asked, target);
}

function budgeted(level: Exclude<ThinkingLevel, "off">, asked: number, target: Target): Thinking {
  const wanted = level === "max" ? Math.max(asked - ANSWER_ROOM, BUDGETS.xhigh) : BUDGETS[level];
  const limit = target.maxOutput ?? Math.max(asked, USUAL_LIMIT);
  const maxTokens = asked > wanted ? asked : Math.min(asked + wanted, Math.max(limit, asked));
  const room = Math.min(ANSWER_ROOM, asked);
  const budget = Math.min(wanted, Math.max(maxTokens - room, LEAST_BUDGET));
  if (budget >= maxTokens) return { maxTokens: asked, on: false };
  return { maxTokens, on: true, thinking: { type: "enabled", budget_tokens: budget } };
}
