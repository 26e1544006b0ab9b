import type { Entry, KeptEvent } from "@squire/protocol";
import type { LogEntry, Tree } from "@squire/session";
import { messageSize } from "./event-size.ts";
import { keptEvents } from "./kept-events.ts";

/** A page is over at the first turn that begins beyond this. */
const PAGE_CHARS = 512 * 1024;
const PAGE_ENTRIES = 4_000;

export type KeptPage = {
  readonly events: readonly KeptEvent[];
  /** The entry that the page begins with; null: it is the beginning of the branch. */
  readonly earlier: string | null;
};

export type PageWish = {
  /** The last entry of the page. */
  readonly leafId: string | null;
  /** The model of the session, for turns of which no entry says it. */
  readonly model: string;
  /** The turn at its end is over. */
  readonly isOver: boolean;
};

/** The newest entries up to a leaf as events, in whole turns, as far as fits into one message. */
export function keptPage(tree: Tree, { leafId, model, isOver }: PageWish): KeptPage {
  const page: Entry[] = [];
  let size = 0;
  let id = leafId;
  let earlier: string | null = null;
  while (id !== null) {
    const entry = tree.get(id);
    const isFull = size > PAGE_CHARS || page.length > PAGE_ENTRIES;
    if (entry !== undefined && isKnown(entry)) {
      page.push(entry);
      size += entrySize(entry);
    }
    const parent = tree.parentOf(id);
    if (isFull && entry !== undefined && beginsTurn(entry)) {
      earlier = parent === null ? null : id;
      break;
    }
    id = parent;
  }
  return { events: keptEvents(page.toReversed(), { model, isOver }), earlier };
}

/** Readers check an entry of a known type before they hand it out; others have no teller. */
function isKnown(entry: LogEntry["value"]): entry is Entry {
  return typeof entry.type === "string";
}

function beginsTurn(entry: LogEntry["value"]): boolean {
  if (!isKnown(entry) || entry.type !== "message") return false;
  return entry.message.role === "user" && entry.synthetic !== true;
}

function entrySize(entry: Entry): number {
  switch (entry.type) {
    case "message":
      return messageSize(entry.message);
    case "tool_result":
      return messageSize(entry.outcome);
    case "user_bash":
      return entry.output.length;
    default:
      return 0;
  }
}
