import type { AssistantMessage, Message, UserContent } from "@squire/protocol";

/**
 * What any of the vendors would refuse in a history; empty when it is fine. Written apart from the
 * code that makes histories, so that it can judge it.
 */
export function validHistory(messages: readonly Message[]): string[] {
  const wrong: string[] = [];
  const ids = new Set<string>();
  if (messages.length > 0 && messages[0]?.role !== "user")
    wrong.push("0: does not begin with user");
  for (const [at, message] of messages.entries()) {
    for (const fault of faultsOf(message)) wrong.push(`${at}: ${fault}`);
    const before = messages[at - 1];
    if (message.role === "assistant") {
      if (before?.role === "assistant") wrong.push(`${at}: a reply follows a reply`);
      for (const id of callIds(message)) {
        if (ids.has(id)) wrong.push(`${at}: the call id ${id} was used before`);
        ids.add(id);
      }
      for (const fault of answerFaults(messages, at, message)) wrong.push(`${at}: ${fault}`);
    }
    if (message.role === "tool" && !belongs(messages, at)) wrong.push(`${at}: an orphan outcome`);
  }
  return wrong;
}

function faultsOf(message: Message): string[] {
  if (message.role === "assistant") {
    const faults = message.content.some(
      (block) => block.type !== "thinking" && (block.type !== "text" || /\S/.test(block.text)),
    )
      ? []
      : ["an empty reply"];
    for (const block of message.content) {
      if (block.type === "call" && block.id === "") faults.push("a call without an id");
      if (block.type === "call" && block.name === "") faults.push("a call without a name");
    }
    return faults;
  }
  const faults = message.content.some(hasContent) ? [] : [`an empty ${message.role} message`];
  if (message.role === "user" && !message.content.every(hasContent)) faults.push("an empty block");
  return faults;
}

function hasContent(block: UserContent): boolean {
  return block.type === "image" || /\S/.test(block.text);
}

function callIds({ content }: AssistantMessage): string[] {
  return content.flatMap((block) => (block.type === "call" ? [block.id] : []));
}

/** Every call is answered once, right behind the reply, before anything else. */
function answerFaults(messages: readonly Message[], at: number, reply: AssistantMessage): string[] {
  const wanted = callIds(reply);
  const answers = messages.slice(at + 1, at + 1 + wanted.length);
  const given = answers.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  return wanted.filter((id) => !given.includes(id)).map((id) => `the call ${id} has no outcome`);
}

/** The message is among the outcomes right behind the reply that called, and the only one for its call. */
function belongs(messages: readonly Message[], at: number): boolean {
  const message = messages[at];
  if (message?.role !== "tool") return false;
  let from = at - 1;
  while (messages[from]?.role === "tool") from--;
  const reply = messages[from];
  if (reply?.role !== "assistant") return false;
  const call = reply.content.find((block) => block.type === "call" && block.id === message.callId);
  if (call?.type !== "call" || call.name !== message.name) return false;
  const same = messages
    .slice(from + 1, at)
    .some((earlier) => earlier.role === "tool" && earlier.callId === message.callId);
  return !same;
}
