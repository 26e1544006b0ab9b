import type { BlockEdit } from "./parse-blocks.ts";

/** Edits in the words of replies that wait for the user (EDIT-9). */
export type BlockQueue = {
  /** The oldest first. */
  readonly blocks: readonly QueuedBlock[];
  /** The highest id ever given: the number of a discarded edit does not come back. */
  readonly lastId: number;
};

export const EMPTY_QUEUE: BlockQueue = { blocks: [], lastId: 0 };

export type QueuedBlock = BlockEdit & {
  /** What the user calls it by, from 1. */
  readonly id: number;
};

/** What `/apply` and `/discard` speak of: all, one, or all of a file. */
export type BlockChoice =
  | { readonly type: "all" }
  | { readonly type: "one"; readonly id: number }
  | { readonly type: "path"; readonly path: string };

export function queueBlocks(queue: BlockQueue, edits: readonly BlockEdit[]): BlockQueue {
  const added = edits.map((edit, at) => ({ ...edit, id: queue.lastId + at + 1 }));
  return { blocks: [...queue.blocks, ...added], lastId: queue.lastId + added.length };
}

/** What the user's words choose: nothing means all, a number one edit, anything else a path. */
export function parseChoice(words: string): BlockChoice {
  const text = words.trim();
  if (text === "" || text === "all") return { type: "all" };
  const id = /^#?(\d+)$/.exec(text)?.[1];
  return id === undefined ? { type: "path", path: text } : { type: "one", id: Number(id) };
}

/** The chosen edits, in order, and the queue without them. */
export function takeBlocks(
  queue: BlockQueue,
  choice: BlockChoice,
): { readonly taken: readonly QueuedBlock[]; readonly queue: BlockQueue } {
  const isChosen = (block: QueuedBlock): boolean => {
    if (choice.type === "all") return true;
    return choice.type === "one" ? block.id === choice.id : block.path === choice.path;
  };
  const blocks = queue.blocks.filter((block) => !isChosen(block));
  return { taken: queue.blocks.filter(isChosen), queue: { ...queue, blocks } };
}
