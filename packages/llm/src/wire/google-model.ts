import type { Target } from "./contract.ts";
import type { LevelWords } from "./thinking.ts";

/**
 * Gemini 3 and later: they demand a signature on calls, take images inside outcomes and think by
 * level. Gateways rename models, so a list of levels in the model's data counts as well.
 */
export function isGemini3(model: string, { compat }: Target): boolean {
  if (compat.thinkingLevels !== undefined) return true;
  return /gemini-(?:[3-9]|\d{2}|(?:pro|flash|flash-lite)-latest)/i.test(model);
}

/** Words for thinking levels; undefined for models that take a budget. */
export function levelWords(model: string, target: Target): LevelWords | undefined {
  if (target.compat.thinkingLevels !== undefined) return target.compat.thinkingLevels;
  if (!isGemini3(model, target)) return undefined;
  if (/gemini-3-pro/i.test(model)) return { low: "LOW", high: "HIGH" };
  const words = { low: "LOW", medium: "MEDIUM", high: "HIGH" };
  return /flash-lite/i.test(model) ? { minimal: "MINIMAL", ...words } : words;
}

/** Where a model is asked; on Vertex the base URL names project and location (PROV-26). */
export function modelPath(model: string, { api }: Target): string {
  const home = api === "google-vertex" ? "publishers/google/models" : "models";
  const parts = model.toWellFormed().split("/").filter(isSafe);
  const named = parts.length > 1 ? parts : [...home.split("/"), ...parts];
  const path = named.map((part) => encodeURIComponent(part).replaceAll("%40", "@")).join("/");
  return `/${path}:streamGenerateContent?alt=sse`;
}

/** Dot segments would leave the folder of models. */
function isSafe(part: string): boolean {
  return part !== "" && part !== "." && part !== "..";
}
