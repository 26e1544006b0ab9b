import type { FaceState } from "./face-state.ts";

/** The last thing the model has said; null: nothing yet. */
export function lastAnswer({ view, older }: FaceState): string | null {
  if (view === null) return null;
  const all = [...older.items, ...view.items, ...view.live];
  const item = all.findLast((one) => one.kind === "text");
  return item?.kind === "text" ? item.text : null;
}
