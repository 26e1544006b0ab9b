import type { View } from "@squire/client";

/** The last answer of the model, as Markdown; null: there is none. */
export function lastAnswer(view: View): string | null {
  for (let at = view.items.length - 1; at >= 0; at--) {
    const item = view.items.at(at);
    if (item?.kind === "text" && item.text.trim() !== "") return item.text;
  }
  return null;
}
