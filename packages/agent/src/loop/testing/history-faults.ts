import type { Message } from "@squire/protocol";

/**
 * What a vendor would refuse in a list of messages; empty when it is fine. Written apart from the
 * code that makes histories, so that it can judge it.
 */
export function historyFaults(messages: readonly Message[]): readonly string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    const before = messages[at - 1];
    if (at === 0 && message.role !== "user") faults.push("does not begin with the user");
    if (message.role === "tool") {
      if (open.includes(message.callId)) open = open.filter((id) => id !== message.callId);
      else faults.push(`${at}: an outcome for ${message.callId}, which is not open`);
      continue;
    }
    for (const id of open) faults.push(`${at}: ${id} has no outcome`);
    open = [];
    if (message.content.length === 0) faults.push(`${at}: an empty message`);
    if (message.role !== "assistant") continue;
    if (before?.role === "assistant") faults.push(`${at}: a reply follows a reply`);
    for (const block of message.content) {
      if (block.type !== "call") continue;
      if (ids.has(block.id)) faults.push(`${at}: the id ${block.id} is used twice`);
      ids.add(block.id);
      open.push(block.id);
    }
  }
  for (const id of open) faults.push(`${id} has no outcome at the end`);
  return faults;
}
