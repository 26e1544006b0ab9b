import type { Item } from "./item.ts";
import type { View } from "./view.ts";

/** Nothing more will happen to it. */
function isFinished(item: Item): boolean {
  switch (item.kind) {
    case "text":
    case "thinking":
      return item.state !== "streaming";
    case "tool":
      return item.state === "done";
    case "compaction":
    case "summary":
      return item.state !== "running";
    case "shell":
    case "agent":
      return !item.running;
    case "retry":
      return item.ok !== null;
    case "citations":
      // More may come until the turn ends.
      return false;
    default:
      return true;
  }
}

/** Moves what is finished to the finished items, as far as nothing above it still goes on. */
export function settle(view: View): View {
  const open = view.live.findIndex((item) => !isFinished(item));
  const count = open === -1 ? view.live.length : open;
  if (count === 0) return view;
  return {
    ...view,
    items: view.items.add(view.live.slice(0, count)),
    live: view.live.slice(count),
  };
}

/** Puts an item below all others. */
export function add(view: View, item: Item): View {
  return settle({ ...view, live: [...view.live, item] });
}

/** Changes the item of an id and kind; where there is none, the view stays as it is. */
export function change<K extends Item["kind"]>(
  view: View,
  kind: K,
  id: string,
  next: (item: Extract<Item, { kind: K }>) => Item,
): View {
  const at = view.live.findIndex((item) => item.kind === kind && item.id === id);
  const item = view.live[at];
  if (item === undefined) return view;
  return settle({ ...view, live: view.live.with(at, next(item as Extract<Item, { kind: K }>)) });
}

export function isLive(view: View, kind: Item["kind"], id: string): boolean {
  return view.live.some((item) => item.kind === kind && item.id === id);
}

/** Nothing of a turn goes on when it is over. */
export function closeAll(view: View): View {
  if (view.live.length === 0) return view;
  const kept = view.live.filter((item) => !(item.kind === "tool" && item.state === "writing"));
  const live = kept.map(closed);
  const open = live.filter((item) => !isFinished(item) && item.kind !== "citations");
  const over = live.filter((item) => !open.includes(item));
  return { ...view, items: view.items.add(over), live: open };
}

/** What the user runs by hand and compactions do not belong to a turn. */
function closed(item: Item): Item {
  switch (item.kind) {
    case "text":
    case "thinking":
      return item.state === "streaming" ? { ...item, state: "cut" } : item;
    case "tool":
      return item.state === "done" ? item : { ...item, state: "done", output: "", preview: null };
    case "retry":
      return item.ok === null ? { ...item, ok: false } : item;
    case "agent":
      return item.running ? { ...item, running: false, ok: false } : item;
    default:
      return item;
  }
}
