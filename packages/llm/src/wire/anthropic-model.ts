import type { Compat } from "../compat.ts";
import type { LevelWords } from "./thinking.ts";

const EFFORTS: LevelWords = { low: "low", medium: "medium", high: "high", max: "max" };

/**
 * The efforts of a model that decides itself how much to think, as Claude does since 4.6 and has to
 * since 4.7; undefined for one that takes a budget. The model's own data comes first.
 */
export function effortWords(model: string, { thinkingLevels }: Compat): LevelWords | undefined {
  if (thinkingLevels !== undefined) return thinkingLevels;
  const version = claudeVersion(model);
  const alwaysThinks = /claude-(?:fable|mythos)/.test(model) || isUnstoppable(model, version);
  if (alwaysThinks) return { off: "low", ...EFFORTS, xhigh: "xhigh" };
  if (version < 4.06) return undefined;
  return version < 4.07 ? EFFORTS : { ...EFFORTS, xhigh: "xhigh" };
}

/** From 5.5 on only the small ones can be told not to think. */
function isUnstoppable(model: string, version: number): boolean {
  return version >= 5.05 && !model.includes("haiku");
}

/** 4.06 for `claude-opus-4-6` and `claude-opus-4.6`; a date is no version; 0 for other models. */
function claudeVersion(model: string): number {
  const [, major = "0", minor = "0"] =
    /claude-(?:[a-z]+-)?(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/.exec(model) ?? [];
  return Number(major) + Number(minor) / 100;
}
