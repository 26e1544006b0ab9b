import type { AssistantMessage, CallBlock, Message } from "@squire/protocol";

/**
 * A reply whose calls have ids that no other call of the session has, and names. Some servers number
 * the calls of every reply anew, or send none; the log, the faces and `why` know a call by its id.
 */
export function withOwnIds(
  message: AssistantMessage,
  taken: ReadonlySet<string>,
  newId: () => string,
): AssistantMessage {
  const used = new Set<string>();
  const isFree = (id: string): boolean => id !== "" && !taken.has(id) && !used.has(id);
  let changed = false;
  const content = message.content.map((block) => {
    if (block.type !== "call") return block;
    const id = isFree(block.id) ? block.id : newId();
    used.add(id);
    if (id === block.id && block.name !== "") return block;
    changed = true;
    return { ...block, id, name: block.name || "unknown" };
  });
  return changed ? { ...message, content } : message;
}

export function callIdsOf(messages: readonly Message[]): Set<string> {
  return new Set(messages.flatMap((message) => callsOf(message).map(({ id }) => id)));
}

export function callsOf(message: Message): readonly CallBlock[] {
  if (message.role !== "assistant") return [];
  return message.content.filter((block): block is CallBlock => block.type === "call");
}
