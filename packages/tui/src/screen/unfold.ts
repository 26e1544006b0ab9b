import type { Item, View } from "@squire/client";
import type { Line } from "../text/span.ts";
import type { ItemContext } from "./items/item-context.ts";
import { itemLines } from "./items/item-lines.ts";

const FOLDED: ReadonlySet<Item["kind"]> = new Set(["tool", "thinking", "citations"]);
/** Further back it is not what somebody means by "that". */
const LOOK_BACK = 50;

/** The last thing that was printed folded, whole. */
export function unfoldLines(view: View, context: ItemContext): readonly Line[] {
  const recent = view.items.from(view.items.length - LOOK_BACK);
  const last = recent.findLast((item) => FOLDED.has(item.kind));
  return last === undefined
    ? []
    : itemLines(last, { ...context, expanded: true, showThinking: true });
}
