import type { ModelEntry } from "../provider-entry.ts";

/** Models that reason and read images. */
export function seeing(contextWindow: number, ...ids: readonly string[]): readonly ModelEntry[] {
  return ids.map((id) => ({ id, contextWindow, reasoning: true, input: ["text", "image"] }));
}

/** Models that reason over text only. */
export function thinking(contextWindow: number, ...ids: readonly string[]): readonly ModelEntry[] {
  return ids.map((id) => ({ id, contextWindow, reasoning: true, input: ["text"] }));
}

/** Models that answer at once and read text only. */
export function plain(contextWindow: number, ...ids: readonly string[]): readonly ModelEntry[] {
  return ids.map((id) => ({ id, contextWindow, reasoning: false, input: ["text"] }));
}

/** The same models with more said about each. */
export function each(
  models: readonly ModelEntry[],
  facts: Omit<Partial<ModelEntry>, "id">,
): readonly ModelEntry[] {
  return models.map((model) => ({ ...model, ...facts }));
}
