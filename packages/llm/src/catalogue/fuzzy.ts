import type { ModelInfo } from "../provider-entry.ts";
import { modelKey, normalId } from "./normal-id.ts";

type Test = (model: ModelInfo, wanted: string) => boolean;

/** From near to far; a nearer way that finds something ends the search. */
const WAYS: readonly Test[] = [
  (model, wanted) => names(model).some((name) => name === wanted),
  (model, wanted) => names(model).some((name) => name.startsWith(wanted)),
  (model, wanted) => names(model).some((name) => name.includes(wanted)),
  (model, wanted) => {
    const words = wanted.split(/[\s/_:-]+/).filter((word) => word !== "");
    const all = names(model).join(" ");
    return words.length > 0 && words.every((word) => all.includes(word));
  },
];

/** The models a loose reference may mean: those found in the nearest way that finds any. */
export function fuzzyMatches(
  reference: string,
  models: readonly ModelInfo[],
): readonly ModelInfo[] {
  const wanted = normalId(reference);
  if (!/[\p{L}\p{N}]/u.test(wanted)) return [];
  for (const way of WAYS) {
    const found = models.filter((model) => way(model, wanted));
    if (found.length > 0) return found;
  }
  return [];
}

function names(model: ModelInfo): readonly string[] {
  return [normalId(model.id), normalId(model.name), normalId(modelKey(model))];
}
