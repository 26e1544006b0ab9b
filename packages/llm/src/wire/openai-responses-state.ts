import type { Target } from "./contract.ts";
import { responsesUsage, usageReader } from "./openai-usage.ts";
import { Reply } from "./reply.ts";
import { fields, isRecord, text } from "./read.ts";
import type { Speaker } from "./stream-failure.ts";

/** What is known of one output item while it streams. */
export type OpenItem = {
  readonly key: string;
  /** Reasoning so far, by part: summary parts and content parts arrive one after the other. */
  readonly thoughts: Map<string, string>;
  lastThought: string;
  /** Free text of a custom call so far; undefined before its JSON wrapping began. */
  input: string | undefined;
  done: boolean;
};

/** One reply of the Responses wire in the making. */
export type ResponsesState = {
  readonly reply: Reply;
  readonly speaker: Speaker;
  readonly noteUsage: (raw: unknown) => void;
  readonly items: Map<string, OpenItem>;
  /** Item ids in use, by the key of their item. */
  readonly ids: Map<string, string>;
  last: OpenItem | undefined;
};

export function responsesState(target: Target, model: string): ResponsesState {
  const reply = new Reply({ provider: target.provider, wire: target.api, model });
  return {
    reply,
    speaker: { provider: target.provider, model },
    noteUsage: usageReader(reply, responsesUsage),
    items: new Map(),
    ids: new Map(),
    last: undefined,
  };
}

type Placed = { output_index: number; item_id: string; item: { id: string } };

/**
 * The item a frame speaks of: by its position, because some gateways change ids from frame to
 * frame; else by id; else the newest.
 */
export function itemOf(state: ResponsesState, frame: Record<string, unknown>): OpenItem {
  const placed = fields<Placed>(frame);
  const itemId = text(placed.item_id) || (isRecord(placed.item) ? text(placed.item["id"]) : "");
  const key = keyOf(state, placed.output_index, itemId);
  let item = state.items.get(key);
  if (item === undefined) {
    item = { key, thoughts: new Map(), lastThought: "", input: undefined, done: false };
    state.items.set(key, item);
  }
  if (itemId !== "") state.ids.set(itemId, key);
  state.last = item;
  return item;
}

function keyOf(state: ResponsesState, index: unknown, itemId: string): string {
  if (typeof index === "number") return `at${index}`;
  if (itemId !== "") return state.ids.get(itemId) ?? `id${itemId}`;
  return state.last?.key ?? "at0";
}
