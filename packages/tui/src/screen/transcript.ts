import { plural, type Item, type TextItem, type View } from "@squire/client";
import { MarkdownStream } from "../text/markdown/markdown-stream.ts";
import { inertLine } from "../text/inert.ts";
import { line, type Line } from "../text/span.ts";
import { truncate } from "../text/width.ts";
import type { ItemContext } from "./items/item-context.ts";
import { indent, itemLines } from "./items/item-lines.ts";

/** A session that is opened again shows its end; the rest is in its log. */
const SHOWN_ON_OPEN = 100;

/** What changed on the screen: lines that are done with, and lines that still change. */
export type Drawn = { readonly printed: readonly Line[]; readonly live: readonly Line[] };

type Writing = {
  readonly id: string;
  readonly stream: MarkdownStream;
  /** Some of it is printed. */
  begun: boolean;
  /** As far as it was seen. */
  text: string;
};

/**
 * Turns the view into lines, each printed once. It remembers only how far it has come, so that a long
 * session costs no more than a short one.
 */
export class Transcript {
  #epoch = -1;
  /** How many of the finished items are printed. */
  #done = 0;
  #last: Item["kind"] | null = null;
  /** The user's messages that stand above, of the branch in view. */
  #asked: string[] = [];
  /** Something of another session stands above. */
  #switched = false;
  /** The text that is being written and printed as it goes. */
  #writing: Writing | null = null;

  /** Another session: what is printed stays, everything else begins anew. */
  reset(): void {
    this.#epoch = -1;
    this.#switched = true;
    this.#asked = [];
    this.#writing = null;
  }

  draw(view: View, context: ItemContext): Drawn {
    const printed: Line[] = [];
    if (view.epoch !== this.#epoch) this.#begin(view, printed);
    for (const item of view.items.from(this.#done)) this.#print(item, context, printed);
    this.#done = view.items.length;
    const live = this.#live(view, context, printed);
    return { printed, live };
  }

  #begin(view: View, printed: Line[]): void {
    const isFirst = this.#epoch === -1;
    this.#epoch = view.epoch;
    this.#writing = null;
    const common = view.restored === "branch" ? commonEnd(view, this.#asked) : 0;
    this.#done = Math.max(common, view.items.length - SHOWN_ON_OPEN, 0);
    if (this.#switched) printed.push([], line(`  ── ${sessionName(view)} ──`, "faint"));
    else if (view.restored === "branch") printed.push([], line(branchText(view, common), "faint"));
    else if (!isFirst && view.restored === "behind") {
      printed.push([], line("  ── caught up ──", "faint"));
    }
    this.#asked = askedIn(view.items.from(0).slice(0, this.#done));
    this.#switched = false;
    this.#last = null;
    const hidden = common > 0 ? 0 : this.#done;
    if (hidden > 0 || (common === 0 && view.earlier !== null)) {
      const count = view.earlier === null ? plural(hidden, "item") : "more";
      printed.push(line(`  … ${count} before this (/tree, /history)`, "faint"));
    }
  }

  #print(item: Item, context: ItemContext, printed: Line[]): void {
    if (item.kind === "user") this.#asked.push(item.id);
    const rest = this.#rest(item);
    if (rest !== null) {
      printed.push(...rest);
      this.#last = item.kind;
      return;
    }
    const lines = itemLines(item, context);
    if (lines.length === 0) return;
    if (needsGap(this.#last, item.kind)) printed.push([]);
    printed.push(...lines);
    this.#last = item.kind;
  }

  /** The rest of a text whose beginning is printed already; null for anything else. */
  #rest(item: Item): readonly Line[] | null {
    const writing = this.#writing;
    if (item.kind !== "text" || writing?.id !== item.id) return null;
    this.#writing = null;
    if (!item.text.startsWith(writing.text)) return null;
    const lines = indent(writing.stream.finish(item.text));
    const gap = !writing.begun && lines.length > 0 && needsGap(this.#last, "text") ? [[]] : [];
    const cut = item.state === "cut" ? [line("  ✗ cut off here", "caution")] : [];
    return [...gap, ...lines, ...cut];
  }

  #live(view: View, context: ItemContext, printed: Line[]): readonly Line[] {
    const live: Line[] = [];
    this.#dropTakenBack(view, printed);
    let last = this.#last;
    for (const [index, item] of view.live.entries()) {
      const isFlowing = index === 0 && item.kind === "text" && context.lex !== null;
      const lines = isFlowing ? this.#flow(item, context, printed) : itemLines(item, context);
      if (lines.length === 0) continue;
      const begun = isFlowing && this.#writing?.begun === true;
      if (!begun && needsGap(last, item.kind)) live.push([]);
      live.push(...lines);
      last = item.kind;
    }
    return live;
  }

  /** A reply that broke off is asked for again: what is printed of it stays, with a word on it. */
  #dropTakenBack(view: View, printed: Line[]): void {
    const writing = this.#writing;
    const now = view.live[0];
    if (writing === null) return;
    if (now?.kind === "text" && now.id === writing.id && now.text.startsWith(writing.text)) return;
    if (writing.begun) printed.push(line("  ✗ broke off here; asked again", "caution"));
    this.#writing = null;
  }

  /** Prints what of a growing text is finished; gives the rest. */
  #flow(item: TextItem, context: ItemContext, printed: Line[]): readonly Line[] {
    const width = Math.max(8, context.width - 2);
    if (this.#writing?.id !== item.id && context.lex !== null) {
      const { lex, highlighter } = context;
      const stream = new MarkdownStream({ lex, width, highlighter });
      this.#writing = { id: item.id, stream, begun: false, text: "" };
    }
    const writing = this.#writing;
    if (writing === null) return [];
    writing.stream.setWidth(width);
    writing.text = item.text;
    const { finished, open } = writing.stream.update(item.text);
    if (finished.length > 0) {
      if (!writing.begun && needsGap(this.#last, "text")) printed.push([]);
      printed.push(...indent(finished));
      writing.begun = true;
      this.#last = "text";
    }
    return indent(open);
  }
}

function askedIn(items: readonly Item[]): string[] {
  return items.flatMap((item) => (item.kind === "user" ? [item.id] : []));
}

/** Said about a session rather than in it: it is printed also where the talk itself stands above. */
const ASIDES: ReadonlySet<Item["kind"]> = new Set(["rewind", "notice", "summary", "compaction"]);

/** How many items of another branch stand above already: it goes on where the two part. */
function commonEnd(view: View, asked: readonly string[]): number {
  const items = view.items.from(0);
  let same = 0;
  for (const [index, item] of items.entries()) {
    if (item.kind !== "user") continue;
    if (item.id !== asked[same]) return same === 0 ? 0 : index;
    same += 1;
  }
  return same === 0 ? 0 : items.findLastIndex(({ kind }) => !ASIDES.has(kind)) + 1;
}

/** Where the talk goes on, by the last message that still counts. */
function branchText(view: View, common: number): string {
  if (common === 0) return "  ── another branch ──";
  const last = view.items.from(0).findLast((item, at) => item.kind === "user" && at < common);
  const words = last?.kind === "user" ? truncate(inertLine(last.text), 40) : "";
  return `  ── another branch, from “${words}” ──`;
}

function sessionName({ items, title }: View): string {
  return items.length === 0 ? "a new session" : inertLine(title ?? "another session");
}

const CLOSE: ReadonlySet<Item["kind"]> = new Set([
  "text",
  "tool",
  "thinking",
  "agent",
  "citations",
]);
const FOLLOWING: ReadonlySet<Item["kind"]> = new Set([
  "tool",
  "thinking",
  "turn",
  "citations",
  "agent",
]);

/** A blank line stands before what begins something new; calls stand below each other. */
function needsGap(before: Item["kind"] | null, next: Item["kind"]): boolean {
  if (before === null) return true;
  return !(FOLLOWING.has(next) && CLOSE.has(before));
}
